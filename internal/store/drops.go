package store

import (
	"context"
	"database/sql"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

const (
	maxScheduledDrops = 500
	maxListedDrops    = 1_000
)

// ByID finds a drop with its products.
func (r DropReader) ByID(ctx context.Context, id int64) (shop.Drop, error) {
	row, err := r.q.DropByID(ctx, id)
	if err != nil {
		return shop.Drop{}, orNotFound(err, "Drop")
	}
	drops, err := r.ofRows(ctx, []dropRow{dropRow(row)})
	if err != nil {
		return shop.Drop{}, err
	}
	return drops[0], nil
}

// Names are the names of drops by their ids.
func (r DropReader) Names(ctx context.Context, ids []int64) (map[int64]string, error) {
	names := make(map[int64]string, len(ids))
	if len(ids) == 0 {
		return names, nil
	}
	var w where
	query := "SELECT id, name FROM drops WHERE id IN (" + placeholders(&w, unique(ids)) + ")"
	err := r.eachRow(ctx, query, w.args, func(rows *sql.Rows) error {
		var id int64
		var name string
		err := rows.Scan(&id, &name)
		names[id] = name
		return err
	})
	return names, err
}

// BySlug finds a drop by its slug.
func (r DropReader) BySlug(ctx context.Context, slug string) (shop.Drop, error) {
	id, err := r.q.DropIDBySlug(ctx, slug)
	if err != nil {
		return shop.Drop{}, orNotFound(err, "Drop")
	}
	return r.ByID(ctx, id)
}

// All lists drops of every kind for staff, the latest opening first.
func (r DropReader) All(ctx context.Context) ([]shop.Drop, error) {
	rows, err := r.q.AllDrops(ctx, maxListedDrops)
	if err != nil {
		return nil, err
	}
	return r.ofRows(ctx, mapRows(rows, func(row db.AllDropsRow) dropRow { return dropRow(row) }))
}

// Scheduled lists the drops that are scheduled and not withdrawn, ended ones too, the latest opening first.
func (r DropReader) Scheduled(ctx context.Context) ([]shop.Drop, error) {
	rows, err := r.q.ScheduledDrops(ctx, maxScheduledDrops)
	if err != nil {
		return nil, err
	}
	return r.ofRows(ctx, mapRows(rows, func(row db.ScheduledDropsRow) dropRow { return dropRow(row) }))
}

// Lock reads a drop and keeps others from changing it, and orders from being placed in it, until this transaction ends.
func (tx DropWriter) Lock(ctx context.Context, id int64) (shop.Drop, error) {
	if tx.engine == Postgres { // not FOR UPDATE: rows that refer to the drop may be inserted meanwhile
		if _, err := tx.tx.ExecContext(ctx, "SELECT 1 FROM drops WHERE id = $1 FOR NO KEY UPDATE", id); err != nil {
			return shop.Drop{}, err
		}
	}
	return tx.ByID(ctx, id)
}

type dropRow = db.DropByIDRow

// ofRows adds the images and products.
func (r DropReader) ofRows(ctx context.Context, rows []dropRow) ([]shop.Drop, error) {
	drops := make([]shop.Drop, 0, len(rows))
	var urls []string
	var ids []int64
	for _, row := range rows {
		ids = append(ids, row.Drop.ID)
		if row.Drop.ImageUrl != nil {
			urls = append(urls, *row.Drop.ImageUrl)
		}
	}
	images, err := r.all.Images.ByURL(ctx, urls)
	if err != nil {
		return nil, err
	}
	products, err := r.products(ctx, ids)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		d := dropOf(row)
		if row.Drop.ImageUrl != nil {
			if image, ok := images[*row.Drop.ImageUrl]; ok {
				d.Image = &image
			}
		}
		d.Products = products[d.ID]
		drops = append(drops, d)
	}
	return drops, nil
}

// products finds the products of drops, by drop, in one query however many there are.
func (r DropReader) products(ctx context.Context, ids []int64) (map[int64][]shop.DropProduct, error) {
	products := map[int64][]shop.DropProduct{}
	if len(ids) == 0 {
		return products, nil
	}
	var w where
	query := "SELECT drop_id, product_id, position, price_cents, units, early_units, hidden, active FROM drop_products WHERE drop_id IN (" +
		placeholders(&w, ids) + ") ORDER BY drop_id, position, product_id"
	err := r.eachRow(ctx, query, w.args, func(rows *sql.Rows) error {
		var id int64
		var p shop.DropProduct
		if err := rows.Scan(&id, &p.ProductID, &p.Position, &p.Price, &p.Units, &p.EarlyUnits, &p.Hidden, &p.Active); err != nil {
			return err
		}
		products[id] = append(products[id], p)
		return nil
	})
	return products, err
}

func dropOf(row dropRow) shop.Drop {
	d := row.Drop
	return shop.Drop{ID: d.ID, Slug: d.Slug, Name: d.Name, Description: d.Description, Mode: shop.DropMode(d.Mode),
		ScheduledAt: timeOrNil(d.ScheduledAt), TeasedAt: fromMillis(d.TeasedAt), EarlyAt: timeOrNil(d.EarlyAt), OpensAt: fromMillis(d.OpensAt), EndsAt: timeOrNil(d.EndsAt),
		PausedAt: timeOrNil(d.PausedAt), EndedAt: timeOrNil(d.EndedAt), WithdrawnAt: timeOrNil(d.WithdrawnAt), ClosedAt: timeOrNil(row.ClosedAt),
		LineClosedAt: timeOrNil(row.LineClosedAt), EarlyAccess: shop.EarlyAccess(d.EarlyAccess), EarlyShare: d.EarlyShare, LimitUnits: d.LimitUnits,
		BuildingUnits: d.BuildingUnits, ReservationTime: seconds(d.ReservationSeconds), HoldTime: seconds(d.HoldSeconds), PassTime: seconds(d.PassSeconds),
		ShuffleTime: seconds(d.ShuffleSeconds), RatePerMinute: d.RatePerMinute, PayAtPickup: d.PayAtPickup, SellRest: d.SellRest, NextDrawID: d.NextDrawID,
		CreatedAt: fromMillis(d.CreatedAt), UpdatedAt: fromMillis(d.UpdatedAt), Version: d.Version}
}

func imageURL(image *shop.Image) *string {
	if image == nil {
		return nil
	}
	return &image.URL
}

// Create stores a draft without products. A taken slug is a conflict.
func (tx DropWriter) Create(ctx context.Context, d shop.Drop, now time.Time) (int64, error) {
	if err := tx.checkSlug(ctx, d.Slug, 0); err != nil {
		return 0, err
	}
	id, err := tx.q.InsertDrop(ctx, db.InsertDropParams{Slug: d.Slug, Name: d.Name, Description: d.Description, ImageUrl: imageURL(d.Image), Mode: string(d.Mode),
		TeasedAt: millis(d.TeasedAt), EarlyAt: millisOrNil(d.EarlyAt), OpensAt: millis(d.OpensAt), EndsAt: millisOrNil(d.EndsAt), EarlyAccess: string(d.EarlyAccess),
		EarlyShare: d.EarlyShare, LimitUnits: d.LimitUnits, BuildingUnits: d.BuildingUnits, ReservationSeconds: inSeconds(d.ReservationTime),
		HoldSeconds: inSeconds(d.HoldTime), PassSeconds: inSeconds(d.PassTime), ShuffleSeconds: inSeconds(d.ShuffleTime), RatePerMinute: d.RatePerMinute,
		PayAtPickup: d.PayAtPickup, SellRest: d.SellRest, NextDrawID: d.NextDrawID, Now: millis(now)})
	return id, dropError(err)
}

// Change overwrites a drop, unless it was changed since d.Version. Its products stay.
func (tx DropWriter) Change(ctx context.Context, d shop.Drop, now time.Time) error {
	if err := tx.checkSlug(ctx, d.Slug, d.ID); err != nil {
		return err
	}
	n, err := tx.q.UpdateDrop(ctx, db.UpdateDropParams{Slug: d.Slug, Name: d.Name, Description: d.Description, ImageUrl: imageURL(d.Image), Mode: string(d.Mode),
		ScheduledAt: millisOrNil(d.ScheduledAt), TeasedAt: millis(d.TeasedAt), EarlyAt: millisOrNil(d.EarlyAt), OpensAt: millis(d.OpensAt), EndsAt: millisOrNil(d.EndsAt),
		PausedAt: millisOrNil(d.PausedAt), EndedAt: millisOrNil(d.EndedAt), WithdrawnAt: millisOrNil(d.WithdrawnAt), EarlyAccess: string(d.EarlyAccess),
		EarlyShare: d.EarlyShare, LimitUnits: d.LimitUnits, BuildingUnits: d.BuildingUnits, ReservationSeconds: inSeconds(d.ReservationTime),
		HoldSeconds: inSeconds(d.HoldTime), PassSeconds: inSeconds(d.PassTime), ShuffleSeconds: inSeconds(d.ShuffleTime), RatePerMinute: d.RatePerMinute,
		PayAtPickup: d.PayAtPickup, SellRest: d.SellRest, NextDrawID: d.NextDrawID, Now: millis(now), ID: d.ID, Version: d.Version})
	if err != nil {
		return dropError(err)
	}
	if n == 0 {
		return ErrDropChanged
	}
	return nil
}

// ErrDropChanged refuses a change of a drop that was changed since it was read.
var ErrDropChanged = shop.Errorf(shop.Stale, "Somebody else changed this drop in the meantime.")

// DeleteDraft removes a drop that is not scheduled, unless it was changed since the version.
func (tx DropWriter) DeleteDraft(ctx context.Context, id, version int64) error {
	n, err := tx.q.DeleteDraft(ctx, db.DeleteDraftParams{ID: id, Version: version})
	if err == nil && n == 0 {
		return ErrDropChanged
	}
	return mapError(err, meaning{badReference: shop.Errorf(shop.InUse, "Another drop refers to this one.")})
}

// SetProducts replaces the products of a drop.
func (tx DropWriter) SetProducts(ctx context.Context, dropID int64, products []shop.DropProduct) error {
	if err := tx.q.DeleteDropProducts(ctx, dropID); err != nil {
		return err
	}
	for _, p := range products {
		err := tx.q.InsertDropProduct(ctx, db.InsertDropProductParams{DropID: dropID, ProductID: p.ProductID, Position: p.Position, PriceCents: (*int64)(p.Price),
			Units: p.Units, EarlyUnits: p.EarlyUnits, Hidden: p.Hidden, Active: p.Active})
		if err != nil {
			return mapError(err, meaning{badReference: shop.FieldError(shop.Invalid, "products", "One of the products does not exist any more."), uniqueTaken: productInDrop()})
		}
	}
	return nil
}

func productInDrop() error {
	return shop.FieldError(shop.Conflict, "products", "One of the products is in another drop.")
}

// ActiveOf finds the drop that a product is in.
func (r DropReader) ActiveOf(ctx context.Context, productID int64) (dropID int64, ok bool, err error) {
	id, err := r.q.ActiveDropOf(ctx, productID)
	ok, err = optional(err)
	return id, ok, err
}

// GiveProductUp lets another drop have the product.
func (tx DropWriter) GiveProductUp(ctx context.Context, dropID, productID int64) error {
	return tx.q.DeactivateDropProduct(ctx, db.DeactivateDropProductParams{DropID: dropID, ProductID: productID})
}

// SetActive says whether a drop has its products. A product is in one drop at a time.
func (tx DropWriter) SetActive(ctx context.Context, dropID int64, active bool) error {
	err := tx.q.SetDropProductsActive(ctx, db.SetDropProductsActiveParams{Active: active, DropID: dropID})
	return mapError(err, meaning{uniqueTaken: productInDrop()})
}

// CountUnfinished counts the drops that are scheduled and not over, besides one.
func (r DropReader) CountUnfinished(ctx context.Context, except int64, now time.Time) (int64, error) {
	return r.q.UnfinishedDrops(ctx, db.UnfinishedDropsParams{ExceptID: except, Now: millis(now), DrawsBefore: millis(now.Add(-shop.AwardTime))})
}

// TakeEarlyUnits counts units that are sold or reserved before the opening. It returns false when the quota does not allow them.
func (tx DropWriter) TakeEarlyUnits(ctx context.Context, dropID, productID, units, quota int64) (bool, error) {
	return changed(tx.q.TakeEarlyUnits(ctx, db.TakeEarlyUnitsParams{Units: units, DropID: dropID, ProductID: productID, Quota: quota}))
}

// ReturnEarlyUnits takes units out of that count.
func (tx DropWriter) ReturnEarlyUnits(ctx context.Context, dropID, productID, units int64) error {
	return tx.q.ReturnEarlyUnits(ctx, db.ReturnEarlyUnitsParams{Units: units, DropID: dropID, ProductID: productID})
}

// UnitsTaken counts the units of a product that are held or ordered in a drop.
func (r DropReader) UnitsTaken(ctx context.Context, dropID, productID int64) (int64, error) {
	return r.q.DropUnitsTaken(ctx, db.DropUnitsTakenParams{ProductID: productID, DropID: &dropID})
}

// Sales counts the sold units by drop.
func (r DropReader) Sales(ctx context.Context) (map[int64]shop.DropSales, error) {
	rows, err := r.q.DropSales(ctx)
	sales := make(map[int64]shop.DropSales, len(rows))
	for _, row := range rows {
		if row.DropID != nil {
			sales[*row.DropID] = shop.DropSales{Sold: row.Sold, Paid: row.Paid}
		}
	}
	return sales, err
}

func (tx DropWriter) checkSlug(ctx context.Context, slug string, except int64) error {
	id, err := tx.q.DropIDBySlug(ctx, slug)
	return checkSlugFree(id, err, except)
}

func dropError(err error) error {
	return mapError(err, meaning{uniqueTaken: slugTaken(), badReference: shop.FieldError(shop.Invalid, "image_url", "Upload the image first.")})
}

// Versions are the versions of the drops that are scheduled and not ended by staff, by id.
func (r DropReader) Versions(ctx context.Context) (map[int64]int64, error) {
	versions := map[int64]int64{}
	err := r.eachRow(ctx, "SELECT id, version FROM drops WHERE scheduled_at IS NOT NULL AND withdrawn_at IS NULL", nil, func(rows *sql.Rows) error {
		var id, version int64
		if err := rows.Scan(&id, &version); err != nil {
			return err
		}
		versions[id] = version
		return nil
	})
	return versions, err
}

// MarkSoldOut notes that webhooks hear that a drop is sold out. It returns false when they were told before.
func (tx DropWriter) MarkSoldOut(ctx context.Context, dropID int64, now time.Time) (bool, error) {
	return changed(tx.q.MarkDropSoldOut(ctx, db.MarkDropSoldOutParams{DropID: dropID, At: millis(now)}))
}
