package shopapi

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// AddressInput is an entry of the address book as it is typed.
type AddressInput struct {
	Name      string `json:"name" maxLength:"200"`
	Line1     string `json:"line1" maxLength:"200"`
	Line2     string `json:"line2,omitempty" maxLength:"200"`
	City      string `json:"city" maxLength:"200"`
	State     string `json:"state" maxLength:"10" doc:"Two letters, like CA"`
	Zip       string `json:"zip" maxLength:"20"`
	Phone     string `json:"phone,omitempty" maxLength:"60"`
	IsDefault bool   `json:"is_default,omitempty"`
}

// SavedAddress is an entry of the address book.
type SavedAddress struct {
	ID        int64  `json:"id"`
	Name      string `json:"name"`
	Line1     string `json:"line1"`
	Line2     string `json:"line2"`
	City      string `json:"city"`
	State     string `json:"state"`
	Zip       string `json:"zip"`
	Phone     string `json:"phone"`
	IsDefault bool   `json:"is_default"`
}

// SavedAddressList is the whole book, the default entry first.
type SavedAddressList struct {
	Items []SavedAddress `json:"items"`
}

func savedAddressJSON(a shop.SavedAddress) SavedAddress {
	return SavedAddress{ID: a.ID, Name: a.Name, Line1: a.Line1, Line2: a.Line2, City: a.City, State: a.State, Zip: a.Zip, Phone: a.Phone, IsDefault: a.Default}
}

func (in AddressInput) address(id int64) shop.SavedAddress {
	return shop.SavedAddress{ID: id, Name: in.Name, Line1: in.Line1, Line2: in.Line2, City: in.City, State: in.State, Zip: in.Zip, Phone: in.Phone, Default: in.IsDefault}
}

func (h accountHandlers) addressRoutes(s *operations.Registry) {
	operations.Register(s, "GET", "/api/account/addresses", "list-addresses", "The own address book",
		func(ctx context.Context, _ *struct{}) (*private[SavedAddressList], error) {
			book, err := h.accounts.Addresses(ctx, operations.UserID(ctx))
			if err != nil {
				return nil, err
			}
			out := SavedAddressList{Items: make([]SavedAddress, 0, len(book))}
			for _, a := range book {
				out.Items = append(out.Items, savedAddressJSON(a))
			}
			return noStore(out), nil
		})
	save := func(ctx context.Context, address shop.SavedAddress) (*private[SavedAddress], error) {
		saved, err := h.accounts.SaveAddress(ctx, operations.UserID(ctx), address)
		if err != nil {
			return nil, err
		}
		return noStore(savedAddressJSON(saved)), nil
	}
	operations.Register(s, "POST", "/api/account/addresses", "add-address", "Add an address",
		func(ctx context.Context, in *operations.Body[AddressInput]) (*private[SavedAddress], error) {
			return save(ctx, in.Body.address(0))
		})
	operations.Register(s, "PUT", "/api/account/addresses/{id}", "change-address", "Change an address",
		func(ctx context.Context, in *struct {
			operations.IDPath
			Body AddressInput
		}) (*private[SavedAddress], error) {
			return save(ctx, in.Body.address(in.ID))
		})
	operations.Register(s, "DELETE", "/api/account/addresses/{id}", "delete-address", "Delete an address",
		func(ctx context.Context, in *operations.IDPath) (*struct{}, error) {
			return nil, h.accounts.DeleteAddress(ctx, operations.UserID(ctx), in.ID)
		})
}

func (in *AddressInput) Resolve(huma.Context) []error {
	address := in.address(0)
	address.Clean()
	return operations.BrokenRules(address.Check())
}
