import { expect, test } from 'vitest';
import { profilePhotoUrl } from './profile-photo-url.ts';

const api = 'https://pauta.example.com/api';

test.each([
  ['avatars/7.webp', api, 'https://pauta.example.com/storage/avatars/7.webp'],
  ['/avatars/7.webp', api, 'https://pauta.example.com/storage/avatars/7.webp'],
  ['avatars/7.webp', `${api}/`, 'https://pauta.example.com/storage/avatars/7.webp'],
  ['avatars/7.webp', 'http://localhost:8000/api', 'http://localhost:8000/storage/avatars/7.webp'],
  ['avatars/7.webp', 'https://example.com/pauta/api', 'https://example.com/pauta/storage/avatars/7.webp'],
  ['avatars/7.webp', 'https://api.example.com/v1', 'https://api.example.com/storage/avatars/7.webp'],
  ['avatars/7.webp', '/api', '/storage/avatars/7.webp'],
  ['fotos/Íñigo #1.png', api, 'https://pauta.example.com/storage/fotos/%C3%8D%C3%B1igo%20%231.png'],
  ['avatars/7.webp?v=2', api, 'https://pauta.example.com/storage/avatars/7.webp?v=2'],
])('the photo %s of %s', (path, base, url) => {
  expect(profilePhotoUrl(path, base)).toBe(url);
});

test.each([null, undefined, '', '/', '../api/logout', 'a/../../api/user', '%2e%2e/api/user', '..\\api'])(
  'no photo for %j',
  (path) => {
    expect(profilePhotoUrl(path, api)).toBeNull();
  },
);
