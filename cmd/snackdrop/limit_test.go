//go:build !race

package main

import "time"

const limitMB = 64

const readyWithin = 2 * time.Second
