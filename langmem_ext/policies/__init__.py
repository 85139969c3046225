"""What may be remembered, and how is it decided? One pure function per question, no I/O."""

from __future__ import annotations
