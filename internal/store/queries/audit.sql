-- name: InsertAudit :exec
INSERT INTO audit_log (at, actor_id, actor, action, entity, entity_id, before, after) VALUES ($1, $2, $3, $4, $5, $6, $7, $8);
