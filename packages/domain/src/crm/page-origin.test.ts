import { expect, test } from 'vitest';
import { contrastOnWhite } from './contrast.ts';
import { allowsOrigin, originOfPage } from './page-origin.ts';

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
])('%s is of the origin %s', (address, origin) => {
  expect(originOfPage(address)).toBe(origin);
});

test('an origin is allowed as it stands, and the own machine with any port', () => {
  const allowed = ['https://empresa.com', 'http://localhost:*'];
  const asked = ['https://empresa.com', 'http://localhost', 'http://localhost:5173'];
  expect(asked.map((origin) => allowsOrigin(allowed, origin))).toEqual([true, true, true]);
  const others = ['http://empresa.com', 'https://empresa.com.mx', 'http://localhost.mx:80', 'null', ''];
  expect(others.map((origin) => allowsOrigin(allowed, origin))).toEqual([false, false, false, false, false]);
});

test.each([
  ['#000000', 21],
  ['#ffffff', 1],
  ['#767676', 4.54],
  ['#B3004B', 6.92],
])('white on %s has a contrast of %s', (color, contrast) => {
  expect(contrastOnWhite(color)).toBeCloseTo(contrast, 1);
});
