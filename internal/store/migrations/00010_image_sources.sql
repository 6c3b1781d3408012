-- +goose Up
-- Where an imported picture was fetched from, so that importing the same file again does not fetch it again.
ALTER TABLE images ADD COLUMN source_url TEXT;
CREATE INDEX images_by_source ON images (source_url) WHERE source_url IS NOT NULL;
