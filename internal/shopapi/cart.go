package shopapi

import (
	"context"

	"github.com/snackdrop/snackdrop/internal/carts"
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// CartLine is a line of the account's cart, with what the product is now.
type CartLine struct {
	ProductID int64              `json:"product_id"`
	Quantity  int64              `json:"quantity"`
	Name      string             `json:"name"`
	Price     operations.Dollars `json:"price"`
	ImageURL  string             `json:"image_url"`
}

// Cart is the account's cart, the same on every device.
type Cart struct {
	Lines []CartLine `json:"lines"`
}

// CartItemInput is a product and how many of it.
type CartItemInput struct {
	ProductID int64 `json:"product_id" minimum:"1" maximum:"9007199254740991"`
	Quantity  int64 `json:"quantity" minimum:"1" maximum:"10000"`
}

// CartInput is a whole cart.
type CartInput struct {
	Lines []CartItemInput `json:"lines" maxItems:"100"`
}

// CartMergeInput is a guest's cart that comes along at login.
type CartMergeInput struct {
	ID    string          `json:"id" minLength:"8" maxLength:"100" doc:"Made up by the browser; the same merge is done once"`
	Lines []CartItemInput `json:"lines" maxItems:"100"`
	Kept  bool            `json:"kept,omitempty" doc:"A copy of this account's cart from before its session ended: the higher quantity stays"`
}

// QuantityInput sets one line.
type QuantityInput struct {
	Quantity int64 `json:"quantity" minimum:"0" maximum:"10000" doc:"0 removes the line"`
}

func cartItems(lines []CartItemInput) []shop.CartItem {
	out := make([]shop.CartItem, 0, len(lines))
	for _, line := range lines {
		out = append(out, shop.CartItem(line))
	}
	return out
}

// cartHandlers serve a customer's cart.
type cartHandlers struct {
	carts *carts.Service
}

func (h cartHandlers) Routes(s *operations.Registry) {
	response := func(ctx context.Context, err error) (*private[Cart], error) {
		if err != nil {
			return nil, err
		}
		lines, err := h.carts.Cart(ctx, operations.UserID(ctx))
		if err != nil {
			return nil, err
		}
		out := Cart{Lines: make([]CartLine, 0, len(lines))}
		for _, line := range lines {
			out.Lines = append(out.Lines, CartLine{ProductID: line.Product.ID, Quantity: line.Quantity, Name: line.Product.Name,
				Price: operations.Dollars(line.Product.Price), ImageURL: line.Product.ImageURL()})
		}
		return noStore(out), nil
	}
	operations.Register(s, "GET", "/api/cart", "get-cart", "The account's cart",
		func(ctx context.Context, _ *struct{}) (*private[Cart], error) { return response(ctx, nil) })
	operations.Register(s, "PUT", "/api/cart", "replace-cart", "Make the account's cart exactly these lines",
		func(ctx context.Context, in *operations.Body[CartInput]) (*private[Cart], error) {
			return response(ctx, h.carts.ReplaceCart(ctx, operations.UserID(ctx), cartItems(in.Body.Lines)))
		})
	operations.Register(s, "PUT", "/api/cart/lines/{id}", "set-cart-line", "Set how many of a product are in the account's cart",
		func(ctx context.Context, in *struct {
			operations.IDPath
			Body QuantityInput
		}) (*private[Cart], error) {
			return response(ctx, h.carts.SetCartItem(ctx, operations.UserID(ctx), shop.CartItem{ProductID: in.ID, Quantity: in.Body.Quantity}))
		})
	operations.Register(s, "POST", "/api/cart/merge", "merge-cart", "Add a guest's cart to the account's",
		func(ctx context.Context, in *operations.Body[CartMergeInput]) (*private[Cart], error) {
			return response(ctx, h.carts.MergeCart(ctx, operations.UserID(ctx), in.Body.ID, cartItems(in.Body.Lines), in.Body.Kept))
		})
}
