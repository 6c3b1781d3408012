//go:build !race

package main

const limitMB = 64
