-- What calls of models that are being made may cost: by id of the reservation its units, and until when it holds (Unix time).
ALTER TABLE langmem.energy ADD COLUMN reserved jsonb NOT NULL DEFAULT '{}';
