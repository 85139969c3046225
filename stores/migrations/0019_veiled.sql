-- What the owner of a space might not be shown of it: looked for by each search, as the counts of all would tell of it.
CREATE INDEX documents_veiled ON langmem.documents (space)
    WHERE corpus = 'm' AND home IS NULL AND about <> 0 AND (NOT open OR sensitivity = 'sensitive');
