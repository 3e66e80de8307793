import { afterEach, expect, test, vi } from 'vitest';
import { apiBaseUrl } from './api-base-url.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['http://localhost/', 'http://localhost:8000/api'],
  ['http://localhost:5173/login?x=1', 'http://localhost:8000/api'],
  ['https://localhost:5173/', 'https://localhost:8000/api'],
  ['http://127.0.0.1:3000/', 'http://127.0.0.1:8000/api'],
  ['http://[::1]:3000/', 'http://[::1]:8000/api'],
  ['http://localhost:8000/', 'http://localhost:8000/api'],
  ['https://pauta.example.com/ventas', 'https://pauta.example.com/api'],
  ['http://pauta.example.com:8080/', 'http://pauta.example.com:8080/api'],
  ['http://192.168.1.20:3000/', 'http://192.168.1.20:3000/api'],
  ['https://localhost.example.com/', 'https://localhost.example.com/api'],
  ['http://127.0.0.2/', 'http://127.0.0.2/api'],
])('the API of the page %s is %s', (page, api) => {
  expect(apiBaseUrl(new URL(page))).toBe(api);
});

test('an app shell with its own protocol on localhost still uses HTTP', () => {
  expect(apiBaseUrl({ protocol: 'capacitor:', hostname: 'localhost', host: 'localhost' })).toBe(
    'http://localhost:8000/api',
  );
});

test('the page of this window is the default', () => {
  vi.stubGlobal('location', new URL('https://pauta.example.com/crm/clientes'));
  expect(apiBaseUrl()).toBe('https://pauta.example.com/api');
});

test('without a page the error explains what to do', () => {
  expect(() => apiBaseUrl()).toThrow(/baseUrl/);
});
