//go:build race

package main

// The race detector's shadow memory multiplies what a goroutine costs.
const limitMB = 64 * 8
