module github.com/snackdrop/snackdrop

go 1.26
