import { expect, test } from 'vitest'
import { fileLink } from './file-link.ts'

test.each([
  ['https://pictures.example/a.jpg', 'https://pictures.example/a.jpg'],
  ['HTTPS://Pictures.Example:8443/a b.jpg', 'https://pictures.example:8443/a%20b.jpg'],
  ['/uploads/abc.jpg', '/uploads/abc.jpg'],
  ['/documents/guide.pdf?page=2', '/documents/guide.pdf?page=2'],
])('%s is kept', (text, kept) => expect(fileLink(text)).toBe(kept))

test.each([
  'http://pictures.example/a.jpg',
  'javascript:alert(1)',
  'data:image/svg+xml,<svg/>',
  'ftp://files.example/a.pdf',
  '//elsewhere.example/a.jpg',
  '/\\elsewhere.example/a.jpg',
  '/a/../../etc/passwd',
  '/a"b.jpg',
  'uploads/a.jpg',
  'https://',
  'https://user:secret@files.example/a.pdf',
  'https://[::1]/a.pdf',
  'https://a;script-src *',
  '',
])('%j is not', (text) => expect(fileLink(text)).toBeNull())
