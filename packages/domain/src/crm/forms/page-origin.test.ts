import { expect, test } from 'vitest';
import { contrastOnWhite } from './contrast.ts';
import { allowedAs, isSecureOrigin, originOfPage } from './page-origin.ts';

test.each([
  ['https://www.Empresa.com/anuncie?x=1#y', 'https://www.empresa.com'],
  ['http://empresa.com:8080/', 'http://empresa.com:8080'],
  ['https://empresa.com:443', 'https://empresa.com'],
  ['https://ñandú.com', 'https://xn--and-6ma2c.com'],
  ['http://localhost:*', 'http://localhost:*'],
  ['empresa.com', 'https://empresa.com'],
  ['www.empresa.com:8443/anuncie', 'https://www.empresa.com:8443'],
  ['*.empresa.com', null],
  ['empresa', null],
  ['localhost:3000', null],
  ['ana@empresa.com', null],
  ['ftp://empresa.com', null],
  ['https://*.empresa.com', null],
  ['https://empresa.com:*', null],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['null', null],
  ['', null],
])('%s has the origin %s', (address, origin) => {
  expect(originOfPage(address)).toBe(origin);
});

test('an origin is allowed if it is listed, and localhost with any port', () => {
  const allowed = ['https://empresa.com', 'http://localhost:*', 'http://[::1]:*'];
  expect(allowedAs(allowed, 'https://empresa.com')).toBe('https://empresa.com');
  expect(allowedAs(allowed, 'http://localhost')).toBe('http://localhost:*');
  expect(allowedAs(allowed, 'http://localhost:5173')).toBe('http://localhost:*');
  expect(allowedAs(allowed, 'http://[::1]:5173')).toBe('http://[::1]:*');
});

test.each([
  'http://empresa.com',
  'https://empresa.com.',
  'https://EMPRESA.com',
  'https://empresa.com:443',
  'https://empresa.com.mx',
  'http://localhost.mx:80',
  'http://localhost:evil',
  'http://localhost:@evil.example',
  'http://localhost:5173/',
  'http://localhost:',
  'http://localhost:99999999',
  'https://localhost:1',
  'null',
  '',
])('%j is not an allowed origin', (origin) => {
  expect(allowedAs(['https://empresa.com', 'http://localhost:*'], origin)).toBeUndefined();
});

test('a page is secure with https or on localhost', () => {
  const secure = ['https://empresa.com', 'http://localhost', 'http://127.0.0.1:80', 'http://[::1]:3000'];
  expect(secure.filter(isSecureOrigin)).toEqual(secure);
  const others = ['http://empresa.com', 'http://localhost.mx', 'http://localhost:@evil.example', 'null', ''];
  expect(others.filter(isSecureOrigin)).toEqual([]);
});

test.each([
  ['#000000', 21],
  ['#ffffff', 1],
  ['#767676', 4.54],
  ['#B3004B', 6.92],
])('white on %s has a contrast of %s', (color, contrast) => {
  expect(contrastOnWhite(color)).toBeCloseTo(contrast, 1);
});
