import { memo } from 'react'
import type { Light } from './phase'
import type { Drop } from './types'

type StallProps = { light: Light; image: Drop['image']; name: string; stamp: string; lazy?: boolean }

/**
 * The drop's picture on a market stall. The shutter, the lamps and what stands around show the phase of the drop; the light
 * behind the picture has the picture's colour.
 */
export const Stall = memo(function Stall({ light, image, name, stamp, lazy = false }: StallProps) {
  return (
    <div className="stall" data-light={light}>
      <span className="stall-halo" />
      <Back />
      <span className="stall-window">
        <span className="stall-room" />
        <span className="stall-shutter" />
      </span>
      <Front />
      {image && (
        <img
          src={image.url}
          srcSet={image.sizes.map(({ url, width }) => `${url} ${width}w`).join(', ') || undefined}
          sizes="(min-width: 64rem) 29rem, (min-width: 40rem) 28rem, 72vw"
          width={image.width}
          height={image.height}
          alt={name}
          loading={lazy ? 'lazy' : 'eager'}
          fetchPriority={lazy ? undefined : 'high'}
          decoding="async"
          className="stall-art"
        />
      )}
      <span className="stall-stamp" aria-hidden="true">
        {stamp}
      </span>
    </div>
  )
})

const shelf: [x: number, width: number, height: number, fill: string][] = [
  [84, 30, 44, 'var(--primary)'],
  [120, 24, 34, 'var(--secondary)'],
  [150, 34, 50, '#2dd4bf'],
  [416, 32, 48, '#f472b6'],
  [454, 24, 36, '#facc15'],
  [484, 32, 44, 'var(--primary)'],
]

/** Posts, the wall inside and a shelf. */
function Back() {
  return (
    <svg viewBox="0 0 600 600" className="stall-layer" aria-hidden="true">
      <path d="M44 90h512v420H44z" fill="#0d0717" />
      <g className="stall-shelf">
        <path d="M62 232h476" stroke="#4a3673" strokeWidth="7" />
        {shelf.map(([x, width, height, fill]) => (
          <rect key={x} x={x} y={229 - height} width={width} height={height} rx="5" fill={fill} />
        ))}
      </g>
      <path d="M36 80h14v440H36zM550 80h14v440h-14z" fill="#3a2a5c" />
      <path d="M50 80h4v440h-4zM546 80h4v440h-4z" fill="#0d0717" />
    </svg>
  )
}

const stripes = [0, 1, 2, 3, 4, 5, 6, 7, 8]
const bulbs = [34, 100, 167, 233, 300, 367, 433, 500, 566]

/** The awning, a string of lamps, the counter and, after the sale, the stools on it. */
function Front() {
  return (
    <svg viewBox="0 0 600 600" className="stall-layer stall-front" aria-hidden="true">
      <g className="stall-awning">
        {stripes.map((index) => {
          const [top, bottom] = [42 + index * 57.4, 6 + index * 65.4]
          return (
            <g key={index} fill={index % 2 ? '#faf6ef' : 'var(--awning)'}>
              <path d={`M${top} 26h57.4L${bottom + 65.4} 104H${bottom}Z`} />
              <path d={`M${bottom} 104h65.4v8a32.7 24 0 0 1-65.4 0Z`} />
            </g>
          )
        })}
        <path d="M6 104h588v8H6z" fill="#120a1f" fillOpacity=".3" />
      </g>
      <path d="M14 122q70 42 143 16t143 8 143-8 143-16" fill="none" stroke="#6f5b95" strokeWidth="2" />
      {bulbs.map((x, index) => (
        <g key={x} className="stall-lamp" fill={index % 2 ? 'var(--glow)' : '#ffd9a0'}>
          <circle cx={x} cy={144 + (index % 2) * 6 - (index % 8 ? 0 : 10)} r="18" opacity=".2" />
          <circle cx={x} cy={144 + (index % 2) * 6 - (index % 8 ? 0 : 10)} r="6" />
        </g>
      ))}
      <path d="M18 508h564l14 28H4z" fill="#4a3673" />
      <path d="M18 508h564l2 5H16z" fill="#8a72bd" />
      <path d="M16 536h568v64H16z" fill="#20143a" />
      {stripes.map((index) => (
        <path key={index} d={`M${44 + index * 64} 544v56`} stroke="#120a1f" strokeWidth="2.5" />
      ))}
      <g className="stall-stools" fill="none" stroke="#8a72bd" strokeWidth="7" strokeLinecap="round">
        <path d="M62 504h62M70 500l-14-84M116 500l14-84M62 456h62" />
        <path d="M476 504h62M484 500l-14-84M530 500l14-84M476 456h62" />
      </g>
    </svg>
  )
}
