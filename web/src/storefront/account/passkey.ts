/** Converts passkey options and credentials between JSON, with bytes as base64url, and the browser's types. */

type Json = Record<string, unknown>

function bytes(text: string): ArrayBuffer {
  const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'))
  return Uint8Array.from(binary, (c) => c.charCodeAt(0)).buffer
}

function text(buffer: ArrayBuffer): string {
  let binary = ''
  for (const byte of new Uint8Array(buffer)) binary += String.fromCharCode(byte)
  return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
}

type Named = { id: string; type: 'public-key'; transports?: AuthenticatorTransport[] }
const named = (list: Named[] | undefined) => list?.map((key) => ({ ...key, id: bytes(key.id) }))

export const passkeysWork = () => typeof PublicKeyCredential === 'function'

export async function makePasskey(options: unknown): Promise<Json> {
  const given = options as Json & {
    challenge: string
    user: Json & { id: string }
    excludeCredentials?: Named[]
  }
  const publicKey = {
    ...given,
    challenge: bytes(given.challenge),
    user: { ...given.user, id: bytes(given.user.id) },
    excludeCredentials: named(given.excludeCredentials),
  } as unknown as PublicKeyCredentialCreationOptions
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
  const response = made.response as AuthenticatorAttestationResponse
  return {
    id: made.id,
    rawId: text(made.rawId),
    type: made.type,
    clientExtensionResults: made.getClientExtensionResults(),
    response: {
      clientDataJSON: text(response.clientDataJSON),
      attestationObject: text(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  }
}

export async function askPasskey(options: unknown): Promise<Json> {
  const given = options as Json & { challenge: string; allowCredentials?: Named[] }
  const publicKey = {
    ...given,
    challenge: bytes(given.challenge),
    allowCredentials: named(given.allowCredentials),
  } as unknown as PublicKeyCredentialRequestOptions
  const got = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
  const response = got.response as AuthenticatorAssertionResponse
  return {
    id: got.id,
    rawId: text(got.rawId),
    type: got.type,
    clientExtensionResults: got.getClientExtensionResults(),
    response: {
      clientDataJSON: text(response.clientDataJSON),
      authenticatorData: text(response.authenticatorData),
      signature: text(response.signature),
      userHandle: response.userHandle ? text(response.userHandle) : undefined,
    },
  }
}
