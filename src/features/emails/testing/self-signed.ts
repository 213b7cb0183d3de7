/** A certificate of `mail.ranch.example` that is signed by itself, good from 2020 to 2120, and its key: for servers of the tests alone. */
const pem = (kind: string, base64: string) =>
  `-----BEGIN ${kind}-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END ${kind}-----\n`

export const SELF_SIGNED = {
  key: pem(
    'PRIVATE KEY',
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgPyDjl94MmGe08Uh3fdB5WXk+35th3jPjHxD6u0Ji8W6hRANCAARAGoMcu53FVKiFqaMfmknsPrMplSEfB2QZYtrY05D9S/5a9Qg2JopplmkNtgq0xMnzgstE9qePQkr1GYjIDPky',
  ),
  cert: pem(
    'CERTIFICATE',
    'MIIBJDCBygIBATAKBggqhkjOPQQDAjAdMRswGQYDVQQDDBJtYWlsLnJhbmNoLmV4YW1wbGUwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMB0xGzAZBgNVBAMMEm1haWwucmFuY2guZXhhbXBsZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABEAagxy7ncVUqIWpox+aSew+symVIR8HZBli2tjTkP1L/lr1CDYmimmWaQ22CrTEyfOCy0T2p49CSvUZiMgM+TIwCgYIKoZIzj0EAwIDSQAwRgIhALmcXFbJTWTiy3p2OequrT4Yx0hbNy+rbDxl4rZixJD9AiEAioIJQ5gllnf9nDO3VQQ6AaSiBqFA8Plmy8KaEKDZcrE=',
  ),
}
