package sitefiles

// plate is the label in the middle of a pack, with a star for a name.
const plate = `<g transform="translate(200 214)"><circle r="52" fill="#fffdf9"/><circle r="44" fill="none" stroke="{d}" stroke-width="3" stroke-dasharray="2 9"/>` +
	`<path fill="{d}" d="m0-30 8.500 18.300 20 2.400-14.800 13.700 3.900 19.800L0 14.500l-17.600 9.700 3.900-19.800L-28.500-9.300l20-2.400z"/></g>`

const bagOutline = `m108 74 16-16 16 16 16-16 15 16 15-16 15 16 15-16 16 16 16-16 16 16 16-16 12 16c-9 34-9 56-5 96s5 96-5 128l-12 20-15-14-15 14-16-14-15 14-15-14-16 14-15-14-15 14-16-14-15 14-12-20c-10-32-9-88-5-128s4-62-5-96z`

const bagShape = `<path d="` + bagOutline + `"/><path fill="url(#o)" d="` + bagOutline + `"/><path fill="{l}" opacity=".8" d="M110 96h180v10H110zM112 300h176v9H112z"/>` + plate + `<path fill="url(#s)" d="` + bagOutline + `"/>`

const canBody = `M128 92q0-12 18-20h108q18 8 18 20v220q0 16-20 24H148q-20-8-20-24z`

const canShape = `<path d="` + canBody + `"/><path fill="url(#o)" d="` + canBody + `"/><path fill="{l}" d="M128 108h144v12H128zM128 300h144v12H128z"/>` + plate +
	`<path fill="url(#s)" d="` + canBody + `"/><ellipse cx="200" cy="74" rx="58" ry="13" fill="#e9e6ef"/><ellipse cx="200" cy="74" rx="46" ry="8" fill="#bdb7c9"/><path fill="#f7f5fa" stroke="#8f88a0" stroke-width="3" d="M188 68h30q9 6 0 10h-30q-9-5 0-10z"/>`

const candyBody = `<ellipse cx="200" cy="204" rx="92" ry="84"/>`

const candyShape = `<path d="M120 204 44 138q10 24 0 42 22 8 22 24t-22 24q10 18 0 42zM280 204l76-66q-10 24 0 42-22 8-22 24t22 24q-10 18 0 42z"/>` +
	`<path fill="none" stroke="{d}" stroke-width="5" opacity=".5" d="m60 166 52 34M60 242l52-34M340 166l-52 34M340 242l-52-34"/>` + candyBody +
	`<g fill="url(#o)">` + candyBody + `</g>` + plate + `<g fill="url(#s)">` + candyBody + `</g>`

const barShape = `<rect x="122" y="52" width="156" height="150" rx="14" fill="#5b2f18"/><path stroke="#3c1d0d" stroke-width="6" d="M174 56v140M226 56v140M126 100h148M126 146h148"/>` +
	`<path fill="none" stroke="#8a5431" stroke-width="4" d="M130 62h36M182 62h36M234 62h36M130 108h36M182 108h36M234 108h36"/>` +
	`<path d="m114 164 16-12 16 12 18-12 18 12 18-12 18 12 18-12 18 12 16-12 16 12v172q0 10-10 10H124q-10 0-10-10z"/><path fill="url(#o)" d="M114 172h172v172H114z"/>` +
	`<g transform="translate(0 42)">` + plate + `</g><path fill="url(#s)" d="M114 164h172v182H114z"/>`

const cookieShape = `<circle cx="200" cy="206" r="132"/><circle cx="200" cy="206" r="132" fill="url(#s)" opacity=".6"/><circle cx="200" cy="206" r="120" fill="none" stroke="{d}" stroke-width="4" stroke-dasharray="3 15" opacity=".5"/>` +
	`<g fill="#4a2412"><circle cx="140" cy="160" r="17"/><circle cx="210" cy="128" r="14"/><circle cx="268" cy="176" r="18"/><circle cx="190" cy="204" r="20"/><circle cx="128" cy="236" r="14"/><circle cx="248" cy="250" r="17"/><circle cx="186" cy="286" r="15"/><circle cx="92" cy="196" r="8"/><circle cx="286" cy="226" r="8"/><circle cx="236" cy="302" r="8"/></g>` +
	`<g fill="#8a5431"><circle cx="135" cy="154" r="5"/><circle cx="206" cy="123" r="4"/><circle cx="262" cy="169" r="5"/><circle cx="184" cy="197" r="6"/><circle cx="244" cy="244" r="5"/></g>`

const boxShape = `<path d="M92 132h216v206H92z"/><path fill="url(#o)" d="M92 132h216v206H92z"/><path fill="{d}" d="M92 132h216v20H92z" opacity=".5"/><rect x="80" y="92" width="240" height="52" rx="8"/>` +
	`<path fill="{l}" d="M178 92h44v246h-44z"/><path fill="none" stroke="{l}" stroke-width="16" d="M200 92q-66-10-56-44 14-24 56 40 42-64 56-40 10 34-56 44"/>` + plate + `<path fill="url(#s)" d="M92 132h216v206H92z"/>`

const bookCover = `M118 66q0-14 14-14h164q8 0 8 8v244H136q-18 0-18 16z`

const bookShape = `<path fill="{d}" d="M118 320q0 30 28 30h158v-12H146q-14 0-14-14t14-14h158v-6H136q-18 0-18 16z"/><path fill="#fffdf9" d="M300 310H146q-14 0-14 14t14 14h154z"/>` +
	`<path stroke="#cfc6b8" stroke-width="3" d="M146 319h154M146 329h154"/><path d="` + bookCover + `"/><path fill="url(#o)" d="` + bookCover + `"/><path fill="{d}" opacity=".35" d="M118 66q0-14 14-14h14v252h-10q-18 0-18 16z"/>` +
	`<path fill="none" stroke="{l}" stroke-width="5" opacity=".8" d="M164 72h122v212H164z"/><g transform="translate(25 -36)">` + plate + `</g><path fill="url(#s)" d="` + bookCover + `"/>`

const shirtBody = `M146 76 96 98q-8 4-12 12l-34 66q-4 8 4 12l46 24q7 4 11-3l11-19v142q0 12 12 12h132q12 0 12-12V190l11 19q4 7 11 3l46-24q8-4 4-12l-34-66q-4-8-12-12l-50-22q-16 30-54 30t-54-30z`

const shirtShape = `<path d="` + shirtBody + `"/><path fill="url(#o)" d="` + shirtBody + `"/><path fill="none" stroke="{d}" stroke-width="9" d="M146 76q16 30 54 30t54-30"/>` +
	`<path fill="none" stroke="{d}" stroke-width="4" stroke-dasharray="3 9" opacity=".6" d="m66 176 46 24M334 176l-46 24M128 330h144"/><path fill="none" stroke="{d}" stroke-width="4" opacity=".4" d="M122 190v-36M278 190v-36"/>` +
	plate + `<path fill="url(#s)" d="` + shirtBody + `"/>`

const recordSleeve = `<rect x="62" y="92" width="232" height="232" rx="8"/>`

const recordShape = `<circle cx="260" cy="208" r="106" fill="#17101f"/><g fill="none" stroke="#3b3148" stroke-width="3"><circle cx="260" cy="208" r="92"/><circle cx="260" cy="208" r="80"/><circle cx="260" cy="208" r="68"/><circle cx="260" cy="208" r="56"/></g>` +
	`<path fill="none" stroke="#fff" stroke-width="26" opacity=".16" d="M317 144a86 86 0 0 1 28 50"/>` + recordSleeve + `<g fill="url(#o)">` + recordSleeve + `</g><path fill="{l}" opacity=".8" d="M62 116h232v10H62zM62 292h232v8H62z"/>` +
	`<g transform="translate(-22 -6)">` + plate + `</g><g fill="url(#s)">` + recordSleeve + `</g>`

const plantPot = `M128 236h144l-15 100q-2 14-16 14h-82q-14 0-16-14z`

const plantShape = `<g fill="#4fa465"><path d="M196 232q-10-98-104-112-10 86 104 112z"/><path d="M204 232q10-92 108-96 6 84-108 96z"/><path fill="#66bb78" d="M200 236Q138 132 206 42q62 94-6 194z"/></g>` +
	`<path fill="none" stroke="#2c6b40" stroke-width="5" d="M200 230Q202 130 206 78M192 224q-24-52-70-78M208 224q30-46 76-66"/><path d="` + plantPot + `"/><path fill="url(#o)" d="` + plantPot + `"/>` +
	`<g transform="matrix(.62 0 0 .62 76 164)">` + plate + `</g><path fill="url(#s)" d="` + plantPot + `"/><rect x="112" y="212" width="176" height="34" rx="8"/><rect x="112" y="212" width="176" height="34" rx="8" fill="url(#s)"/>`

const gemOutline = `M128 92h144l72 82-144 174L56 174z`

const gemShape = `<path d="` + gemOutline + `"/><path fill="url(#o)" d="` + gemOutline + `"/><path fill="{l}" opacity=".85" d="M128 92h144l-36 82h-72z"/><path fill="{d}" opacity=".3" d="M56 174h108l36 174zM344 174H236l108 0-144 174 36-174z"/>` +
	`<path fill="none" stroke="{d}" stroke-width="4" opacity=".6" d="M56 174h288M128 92l36 82 36 174 36-174 36-82"/><path fill="#fff" opacity=".85" d="m150 118 5 13 13 5-13 5-5 13-5-13-13-5 13-5zM292 132l3 9 9 3-9 3-3 9-3-9-9-3 9-3z"/><path fill="url(#s)" d="` + gemOutline + `"/>`
