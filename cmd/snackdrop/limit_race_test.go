//go:build race

package main

import "time"

// The race detector's shadow memory multiplies what a goroutine costs.
const limitMB = 64 * 8

// Under the detector everything takes several times as long.
const readyWithin = 20 * time.Second
