package media

import (
	"image"
	"image/draw"
	"math"
)

// resized scales with a Catmull-Rom filter, row by row: besides the result it
// holds only the rows that the filter looks at. (golang.org/x/image/draw keeps
// 32 bytes for every row of the source and column of the result: 268 MB for a
// picture of 7,000 rows.) The loops over pixels are left out of the race detector, with which
// they take ten times as long: all they write to is their own.
//
//go:norace
func resized(source image.Image, width, height int) *image.NRGBA {
	b := source.Bounds()
	columns, rows := filterTaps(b.Dx(), width), filterTaps(b.Dy(), height)
	window := 0
	for _, row := range rows {
		window = max(window, len(row.weights))
	}
	kept := make([][]float32, window) // horizontally scaled rows; row y is at y % window
	for i := range kept {
		kept[i] = make([]float32, 4*width)
	}
	// Colours have to be weighed by their alpha: that is what RGBA is for.
	line := image.NewRGBA(image.Rect(0, 0, b.Dx(), 1))
	out := image.NewNRGBA(image.Rect(0, 0, width, height))
	sums := make([]float32, 4*width)
	next := 0
	for y, row := range rows {
		for next = max(next, row.first); next < row.first+len(row.weights); next++ {
			draw.Draw(line, line.Rect, source, image.Pt(b.Min.X, b.Min.Y+next), draw.Src)
			scaleLine(kept[next%window], line.Pix, columns)
		}
		clear(sums)
		for i, weight := range row.weights {
			for x, value := range kept[(row.first+i)%window] {
				sums[x] += weight * value
			}
		}
		writeLine(out.Pix[y*out.Stride:y*out.Stride+4*width], sums)
	}
	return out
}

// taps are the points of the source that make up one point of the result.
type taps struct {
	first   int
	weights []float32
}

func filterTaps(from, to int) []taps {
	scale := float64(from) / float64(to)
	stretch := max(scale, 1)
	out := make([]taps, to)
	for i := range out {
		center := (float64(i) + 0.5) * scale
		first := max(0, int(math.Floor(center-2*stretch)))
		last := min(from, int(math.Ceil(center+2*stretch)))
		weights := make([]float32, last-first)
		sum := 0.0
		for j := range weights {
			weight := catmullRom((float64(first+j) + 0.5 - center) / stretch)
			weights[j] = float32(weight)
			sum += weight
		}
		for j := range weights {
			weights[j] /= float32(sum)
		}
		out[i] = taps{first, weights}
	}
	return out
}

func catmullRom(t float64) float64 {
	t = math.Abs(t)
	switch {
	case t < 1:
		return (1.5*t-2.5)*t*t + 1
	case t < 2:
		return ((-0.5*t+2.5)*t-4)*t + 2
	}
	return 0
}

//go:norace
func scaleLine(out []float32, line []byte, columns []taps) {
	for x, column := range columns {
		var r, g, b, a float32
		at := 4 * column.first
		for _, weight := range column.weights {
			p := line[at : at+4 : at+4]
			r += weight * float32(p[0])
			g += weight * float32(p[1])
			b += weight * float32(p[2])
			a += weight * float32(p[3])
			at += 4
		}
		p := out[4*x : 4*x+4 : 4*x+4]
		p[0], p[1], p[2], p[3] = r, g, b, a
	}
}

// writeLine turns sums of premultiplied colours into plain ones.
//
//go:norace
func writeLine(out []byte, sums []float32) {
	for i := 0; i < len(sums); i += 4 {
		alpha := min(max(sums[i+3], 0), 255)
		if alpha < 0.5 {
			continue
		}
		for c := range 3 {
			out[i+c] = byte(min(max(sums[i+c], 0), alpha)/alpha*255 + 0.5)
		}
		out[i+3] = byte(alpha + 0.5)
	}
}
