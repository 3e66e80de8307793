// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { noteVisit } from '../../net/visit.ts';
import { attribution } from './attribution.ts';

const arrive = (search: string): void => window.history.replaceState(null, '', `/anuncie${search}`);
const from = (referrer: string): void => {
  Object.defineProperty(document, 'referrer', { value: referrer, configurable: true });
};
afterEach(() => {
  arrive('');
  from('');
  sessionStorage.clear();
});

test('contains the visitor’s campaign, and no other parameter of the address', () => {
  arrive('?utm_source=radio&utm_medium=&utm_campaign=Verano%20%F0%9F%8E%89&email=ana%40empresa.com');
  const { page, landing_page, ...campaign } = attribution({});
  expect([page, landing_page]).toEqual([expect.stringMatching(/\/anuncie$/), page]);
  expect(campaign).toEqual({ utm_source: 'radio', utm_campaign: 'Verano 🎉' });
});

test('invalid characters in a link do not prevent a registration', () => {
  arrive(
    `?utm_source=a%00b%E2%80%AE%01&utm_term=${'x'.repeat(199)}%F0%9F%8E%89&utm_content=${'%E6%BC%A2'.repeat(500)}`,
  );
  const found = attribution({});
  expect(found.utm_source).toBe('ab');
  expect(found.utm_term).toBe('x'.repeat(199));
  for (const text of Object.values(found)) expect(text.isWellFormed()).toBe(true);
  expect(new TextEncoder().encode(JSON.stringify(found)).length).toBeLessThan(4_000);
});

test('the first campaign of a visit is kept across pages, with the first page and its referrer', () => {
  from('https://buscador.example/resultados?q=radio');
  window.history.replaceState(null, '', '/inicio?utm_campaign=Verano&gclid=abc&nombre=Ana');
  noteVisit();
  from('');
  window.history.replaceState(null, '', '/precios?utm_campaign=Invierno&fbclid=otro');
  noteVisit();
  arrive('');
  const { origin } = window.location;
  expect(attribution({ utm_campaign: 'de la página', utm_source: 'boletín' })).toEqual({
    page: `${origin}/anuncie`,
    landing_page: `${origin}/inicio`,
    referrer: 'https://buscador.example/resultados',
    utm_campaign: 'Verano',
    utm_source: 'boletín',
    gclid: 'abc',
  });
});

test('a visit that began without a campaign gets the first campaign of a later page', () => {
  window.history.replaceState(null, '', '/inicio');
  noteVisit();
  arrive('?utm_campaign=Verano');
  expect(attribution({})).toMatchObject({
    landing_page: `${window.location.origin}/inicio`,
    utm_campaign: 'Verano',
  });
});

test('without a stored visit, the referrer of the same site is used', () => {
  const { origin } = window.location;
  from(`${origin}/oferta?utm_source=radio&li_fat_id=7`);
  arrive('');
  const { referrer, ...found } = attribution({});
  expect(referrer).toBeUndefined();
  expect(found).toMatchObject({ landing_page: `${origin}/oferta`, utm_source: 'radio', li_fat_id: '7' });
});

test('if storage is blocked, only the current page is used', () => {
  const blocked = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  arrive('?utm_source=radio');
  expect(attribution({})).toMatchObject({ utm_source: 'radio' });
  blocked.mockRestore();
});
