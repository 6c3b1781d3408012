package bigshop

import "github.com/snackdrop/snackdrop/internal/shop"

var (
	categories = []string{"Chips", "Drinks", "Candy", "Chocolate", "Cookies", "Mystery Box"}
	signs      = []shop.Sign{shop.SignBag, shop.SignDrink, shop.SignCandy, shop.SignBar, shop.SignCookie, shop.SignBox} // of the categories
	flavours   = []string{"Chili", "Wasabi", "Mango", "Lychee", "Truffle", "Matcha", "Yuzu", "Tamarind", "Honey", "Seaweed", "Kimchi", "Durian",
		"Black Sesame", "Salted Egg", "Gochujang", "Pandan", "Ube", "Saffron", "Hibiscus", "Masala"}
	textures = []string{"Crunchy", "Fizzy", "Chewy", "Creamy", "Smoky", "Toasted", "Frosted", "Puffed", "Glazed", "Crispy"}
	things   = []string{"Rings", "Chips", "Bar", "Soda", "Gummies", "Cookies", "Bites", "Sticks", "Clouds", "Crisps", "Drops", "Waves"}
	origins  = []string{"Japan", "Mexico", "South Korea", "Thailand", "Turkey", "India", "Peru", "Italy", "Philippines", "Brazil"}

	firstNames = []string{"Maya", "Jordan", "Ana", "Liam", "Noah", "Emma", "Olivia", "Ava", "Mia", "Lucas", "Ethan", "Zoe", "Leo", "Nora", "Kai", "Ivy",
		"Omar", "Lena", "Hugo", "Rosa", "Yuki", "Amir", "Sara", "Theo", "Nina", "Paul", "Vera", "Carl", "Dina", "Erik", "Faye", "Gina", "Hana", "Igor",
		"Jade", "Kira", "Luis", "Mona", "Nico", "Otto"}
	lastNames = []string{"Torres", "Lee", "Smith", "Garcia", "Kim", "Nguyen", "Patel", "Silva", "Rossi", "Müller", "Novak", "Haddad", "Okafor", "Tanaka",
		"Andersen", "Dubois", "Petrov", "Kowalski", "Moreau", "Santos", "Ivanov", "Yilmaz", "Cohen", "Murphy", "Walsh", "Bianchi", "Larsen", "Costa",
		"Fischer", "Weber", "Popescu", "Horvat", "Jensen", "Virtanen", "Nagy", "Sato", "Chen", "Wang", "Singh", "Khan"}
	hosts = []string{"example.com", "example.net", "example.org", "mail.example"}
)
