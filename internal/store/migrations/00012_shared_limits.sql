-- +goose Up
-- Attempts that instances count together: signing in, email to one mailbox, guessing. A key is a keyed hash. A window that
-- is over starts again with the next attempt.
CREATE TABLE attempt_windows (
    key        TEXT PRIMARY KEY,
    count      BIGINT NOT NULL,
    ends_at    BIGINT NOT NULL,
    counted_at BIGINT NOT NULL
);
CREATE INDEX attempt_windows_by_end ON attempt_windows (ends_at);

-- What the certificates of HTTPS need and all instances share: keys, certificates, answers to the authority. Sealed.
CREATE TABLE certificate_cache (
    name    TEXT PRIMARY KEY,
    content TEXT NOT NULL
);
