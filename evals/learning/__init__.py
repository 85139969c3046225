"""How are the learned readers of langmem_ext.learned trained and measured?"""
