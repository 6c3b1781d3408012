-- name: TaskDone :one
SELECT done_at FROM drop_tasks WHERE drop_id = sqlc.arg(drop_id) AND task = sqlc.arg(task);

-- name: PutDropTask :exec
INSERT INTO drop_tasks (drop_id, task, due_at) VALUES (sqlc.arg(drop_id), sqlc.arg(task), sqlc.arg(due_at))
ON CONFLICT (drop_id, task) DO UPDATE SET due_at = excluded.due_at;

-- name: DeleteDropTask :exec
DELETE FROM drop_tasks WHERE drop_id = $1 AND task = $2 AND done_at IS NULL;

-- name: DeleteDropTasks :exec
DELETE FROM drop_tasks WHERE drop_id = $1;

-- name: DueDropTasks :many
SELECT t.drop_id, t.task, t.due_at FROM drop_tasks t JOIN drops d ON d.id = t.drop_id
WHERE t.done_at IS NULL AND t.due_at <= sqlc.arg(now) AND d.scheduled_at IS NOT NULL AND d.withdrawn_at IS NULL ORDER BY t.due_at, t.drop_id, t.task LIMIT 100;

-- name: FinishDropTask :execrows
UPDATE drop_tasks SET done_at = sqlc.arg(now) WHERE drop_id = sqlc.arg(drop_id) AND task = sqlc.arg(task) AND done_at IS NULL;
