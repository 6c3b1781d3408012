/** Where a map shows this address: in the device's own app, or on the web when it is not known to have one. */
export function mapAddress(address: string, device = ''): string {
  const query = encodeURIComponent(address)
  if (/Android/.test(device)) return `geo:0,0?q=${query}`
  if (/iPhone|iPad|Macintosh/.test(device)) return `https://maps.apple.com/?q=${query}`
  return `https://www.openstreetmap.org/search?query=${query}`
}
