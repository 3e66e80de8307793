import { act, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import manifest from '../../custom-elements.json';
import { tokens } from '../styles/tokens.ts';
import { type FormServer, startFormServer } from '../testing/form-server.ts';
import { attributeNames } from './attributes.ts';
import type {
  ClientRegistrationElement,
  ClientRegistrationEventMap,
} from './client-registration-element.tsx';
import { defineElement } from './define-element.ts';

defineElement();
let server: FormServer;
beforeEach(async () => {
  server = await startFormServer();
});
afterEach(async () => {
  await act(async () => document.body.replaceChildren());
  await server.close();
});

async function place(html: string): Promise<ClientRegistrationElement> {
  await act(async () => {
    document.body.innerHTML = html;
  });
  return document.querySelector('client-registration') as ClientRegistrationElement;
}
const field = (element: Element, name: string) =>
  element.shadowRoot?.querySelector<HTMLInputElement>(`[name="${name}"]:not([data-loading] *)`);
const ready = (element: Element) => waitFor(() => expect(field(element, 'legal_name')).toBeTruthy());

it('shows the form in a shadow root and emits crw:ready', async () => {
  const seen = vi.fn();
  document.body.addEventListener('crw:ready', seen);
  const element = await place(
    `<client-registration key="pk_prueba" api-base="${server.url}"></client-registration>`,
  );
  await ready(element);
  await waitFor(() => expect(seen).toHaveBeenCalledOnce());
  const [event] = seen.mock.calls[0] as [CustomEvent];
  expect(event).toMatchObject({ composed: true, bubbles: true, target: element });
  expect(event.detail).toEqual({
    version: expect.any(String),
    ms: expect.any(Number),
    form: expect.any(Object),
  });
  expect(element.shadowRoot?.adoptedStyleSheets).toHaveLength(2);
  expect(element.shadowRoot?.querySelector('style')).toBeNull();
});

it('uses the definition of the page, also if set before the script was loaded', async () => {
  const element = document.createElement('client-registration') as ClientRegistrationElement;
  Object.defineProperty(element, 'definition', {
    value: { ...server.definition, title: 'De la página' },
    configurable: true,
    writable: true,
    enumerable: true,
  });
  element.setAttribute('key', 'pk_prueba');
  await act(async () => document.body.append(element));
  await waitFor(() => expect(element.shadowRoot?.querySelector('h2')?.textContent).toBe('De la página'));
  await act(async () => {
    element.definition = { ...server.definition, title: 'Otra' };
  });
  expect(element.shadowRoot?.querySelector('h2')?.textContent).toBe('Otra');
});

it('accepts answers as attributes and by its methods', async () => {
  const element = await place(
    `<client-registration key="pk_prueba" api-base="${server.url}" value-country="MX" value-contact.email=" ana@launion.do "
      hidden-locality="Mérida" layout="steps"></client-registration>`,
  );
  expect(element.getValues()).toEqual({});
  element.setValues({ legal_name: 'Nadie todavía' });
  await ready(element);
  await waitFor(() =>
    expect(element.getValues()).toMatchObject({
      country: 'MX',
      'contact.email': 'ana@launion.do',
      locality: 'Mérida',
      legal_name: '',
    }),
  );
  const told: string[] = [];
  for (const name of ['crw:start', 'crw:change', 'crw:invalid'])
    element.addEventListener(name, () => told.push(name));
  await act(async () => element.setValues({ legal_name: 'Cervecería Ábaco' }));
  await act(async () => element.submit());
  await waitFor(() => expect(told).toEqual(['crw:start', 'crw:change', 'crw:invalid']));
  await act(async () => element.reset());
  expect(element.getValues()).toMatchObject({ country: 'MX', legal_name: '' });
  await act(async () => element.remove());
  expect(element.getValues()).toEqual({});
});

it('is completely described in custom-elements.json', () => {
  const [module] = manifest.modules;
  const [described] = module?.declarations ?? [];
  expect(described?.attributes.map(({ name }) => name).sort()).toEqual(
    [...attributeNames, 'value-*', 'hidden-*'].sort(),
  );
  const names = (theme: object, prefix: string): string[] =>
    Object.entries(theme).flatMap(([name, leaf]) =>
      typeof leaf === 'string' ? [`${prefix}-${name}`] : names(leaf, `${prefix}-${name}`),
    );
  expect(described?.cssProperties.map(({ name }) => name).sort()).toEqual(names(tokens.raw, '--crw').sort());
  const events: Record<keyof ClientRegistrationEventMap, true> = {
    'crw:ready': true,
    'crw:view': true,
    'crw:start': true,
    'crw:change': true,
    'crw:step': true,
    'crw:invalid': true,
    'crw:submit': true,
    'crw:success': true,
    'crw:error': true,
    'crw:abandon': true,
  };
  expect(described?.events.map(({ name }) => name).sort()).toEqual(Object.keys(events).sort());
});

it('accepts form-key for template languages that reserve key', async () => {
  const element = await place(
    `<client-registration form-key="pk_prueba" api-base="${server.url}" theme="dark" lang="es-MX"></client-registration>`,
  );
  await waitFor(() =>
    expect(element.shadowRoot?.querySelector('[lang="es-MX"][data-theme=dark]')).toBeTruthy(),
  );
});

it('uses the nearest lang of the page if it has none', async () => {
  const element = await place(
    `<main lang="en"><client-registration key="pk_prueba" api-base="${server.url}" layout="steps"></client-registration></main>`,
  );
  await waitFor(() => expect(element.shadowRoot?.textContent).toContain('Step 1 of 3'));
  const steps = vi.fn();
  element.addEventListener('crw:step', (event) => steps((event as CustomEvent).detail));
  const type = async (name: string, value: string) => {
    const input = field(element, name) as HTMLInputElement;
    input.value = value;
    input.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  };
  await act(async () => {
    await type('legal_name', 'La Unión');
    await type('tax_id', '101850043');
    element.shadowRoot?.querySelector<HTMLElement>('[data-primary]')?.click();
  });
  await waitFor(() => expect(steps).toHaveBeenCalledExactlyOnceWith({ from: 1, to: 2 }));
});

it('keeps showing its content without a key', async () => {
  const seen = vi.fn();
  document.body.addEventListener('crw:error', (event) => seen((event as CustomEvent).detail), { once: true });
  const element = await place('<client-registration><a href="/registro">Aquí</a></client-registration>');
  await waitFor(() => expect(seen).toHaveBeenCalledWith({ code: 'no_key', status: 0 }));
  expect(element.shadowRoot?.querySelector('slot')).toBeTruthy();
  expect(element.shadowRoot?.querySelector('form')).toBeNull();
});

it('updates when its attributes change', async () => {
  const element = await place(
    `<client-registration key="pk_otra" api-base="${server.url}"></client-registration>`,
  );
  await waitFor(() => expect(element.shadowRoot?.textContent).toContain('ya no está disponible'));
  await act(async () => element.setAttribute('key', 'pk_prueba'));
  await ready(element);
});

it('keeps its answers when it is moved, and does not duplicate its sheets when it is inserted again', async () => {
  const element = await place(
    `<main><client-registration key="pk_prueba" api-base="${server.url}"></client-registration></main>`,
  );
  await ready(element);
  const name = field(element, 'legal_name') as HTMLInputElement;
  await act(async () => {
    name.value = 'La Unión';
    name.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  });
  await act(async () => document.body.append(element));
  expect(field(element, 'legal_name')).toBe(name);
  expect(name.value).toBe('La Unión');

  await act(async () => element.remove());
  expect(element.shadowRoot?.adoptedStyleSheets).toHaveLength(0);
  await act(async () => document.body.append(element));
  await ready(element);
  expect(element.shadowRoot?.adoptedStyleSheets).toHaveLength(2);
});

it('hides plain keys from the page but not combinations', async () => {
  const element = await place(
    `<client-registration key="pk_prueba" api-base="${server.url}"></client-registration>`,
  );
  await ready(element);
  const keys: string[] = [];
  const listen = (event: KeyboardEvent) => keys.push(event.key);
  document.addEventListener('keydown', listen);
  const press = (key: string, ctrlKey = false) =>
    field(element, 'legal_name')?.dispatchEvent(
      new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, composed: true }),
    );
  press('/');
  press('k', true);
  document.removeEventListener('keydown', listen);
  expect(keys).toEqual(['k']);
});

it('can be defined again without an error', () => {
  expect(() => defineElement()).not.toThrow();
});
