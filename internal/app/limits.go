package app

import (
	"time"
)

var (
	signInPerAddress = Limit{Times: 60, Per: 10 * time.Minute}
	signInPerAccount = Limit{Times: 10, Per: 15 * time.Minute}
	signUpPerAddress = Limit{Times: 20, Per: time.Hour}

	resetPerAddress  = Limit{Times: 20, Per: time.Hour}
	resetPerAccount  = Limit{Times: 5, Per: time.Hour}
	linksPerAddress  = Limit{Times: 60, Per: 10 * time.Minute} // guessing tokens of links
	emailPerUser     = Limit{Times: 5, Per: time.Hour}
	secondPerUser    = Limit{Times: 10, Per: 15 * time.Minute}
	secondPerAddress = Limit{Times: 30, Per: 15 * time.Minute}
	profilePerUser   = Limit{Times: 60, Per: time.Hour} // finding out which usernames are taken
	avatarPerUser    = Limit{Times: 20, Per: time.Hour}
	exportPerUser    = Limit{Times: 10, Per: time.Hour}
)
