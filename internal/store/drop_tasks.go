package store

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// Put says when a task of a drop is due. One that is done stays done.
func (tx DropTaskWriter) Put(ctx context.Context, dropID int64, task shop.DropTask, due time.Time) error {
	return tx.q.PutDropTask(ctx, db.PutDropTaskParams{DropID: dropID, Task: string(task), DueAt: millis(due)})
}

// Forget removes all tasks of a drop, so that scheduling it again begins anew.
func (tx DropTaskWriter) Forget(ctx context.Context, dropID int64) error {
	return tx.q.DeleteDropTasks(ctx, dropID)
}

// Cancel removes a task that is not done.
func (tx DropTaskWriter) Cancel(ctx context.Context, dropID int64, task shop.DropTask) error {
	return tx.q.DeleteDropTask(ctx, db.DeleteDropTaskParams{DropID: dropID, Task: string(task)})
}

// DueTask is a task of a drop whose time has come.
type DueTask struct {
	DropID int64
	Task   shop.DropTask
	DueAt  time.Time
}

// Due lists what is to be done, the oldest first.
func (r DropTaskReader) Due(ctx context.Context, now time.Time) ([]DueTask, error) {
	rows, err := r.q.DueDropTasks(ctx, millis(now))
	return mapRows(rows, func(row db.DueDropTasksRow) DueTask {
		return DueTask{DropID: row.DropID, Task: shop.DropTask(row.Task), DueAt: fromMillis(row.DueAt)}
	}), err
}

// Finish marks a task as done. It returns false when it was done before, also by another instance.
func (tx DropTaskWriter) Finish(ctx context.Context, dropID int64, task shop.DropTask, now time.Time) (bool, error) {
	at := millis(now)
	return changed(tx.q.FinishDropTask(ctx, db.FinishDropTaskParams{Now: &at, DropID: dropID, Task: string(task)}))
}

// Done says whether a task of a drop is done.
func (r DropTaskReader) Done(ctx context.Context, dropID int64, task shop.DropTask) (bool, error) {
	at, err := r.q.TaskDone(ctx, db.TaskDoneParams{DropID: dropID, Task: string(task)})
	planned, err := optional(err)
	return planned && at != nil, err
}
