import type { Meta, StoryObj } from '@storybook/react-vite';
import type { CSSProperties } from 'react';
import { ClientRegistration } from './eager.tsx';
import { en } from './locales/en.ts';
import { esES } from './locales/es-es.ts';
import { esMX } from './locales/es-mx.ts';
import { sampleDefinition } from './testing/sample-definition.ts';

type Answer = () => Promise<Response>;

const answer =
  (body: unknown, status = 200): Answer =>
  async () =>
    Response.json(body, { status });
const never: Answer = () => new Promise(() => undefined);

const register = answer({ folio: 'REG-2026-000123', received_at: '2026-03-02T15:04:05Z' }, 201);
const none = answer({ message: 'No hay.' }, 404);
let load: Answer;

/** Stories have no server: requests of the form are answered here while the page is open, all others are passed on. */
const { fetch } = window;
window.fetch = (input, init) => {
  const url = String(input instanceof Request ? input.url : input);
  if (!url.includes('/api/public/forms/')) return fetch(input, init);
  if (url.endsWith('/challenge')) return none();
  return url.endsWith('/registrations') ? register() : load();
};

const answering =
  (definition: Answer = answer({ form: sampleDefinition })) =>
  () => {
    load = definition;
    sessionStorage.clear();
  };

const meta = {
  title: 'Widget/ClientRegistration',
  component: ClientRegistration,
  args: { formKey: 'pk_prueba' },
  parameters: { layout: 'padded' },
  beforeEach: answering(),
} satisfies Meta<typeof ClientRegistration>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Fresh: Story = {};

export const Dark: Story = {
  args: { theme: 'dark' },
};

/** `--crw-*` properties set by the page. */
export const Branded: Story = {
  decorators: [
    (Story) => (
      <div
        style={
          {
            '--crw-color-primary': '#b3004b',
            '--crw-color-primary-hover': '#8f003c',
            '--crw-color-primary-soft': 'light-dark(#fdeef4, #3a1426)',
            '--crw-color-link': 'light-dark(#8f003c, #ff9dc2)',
            '--crw-radius': '2px',
            '--crw-font': 'Georgia, serif',
            '--crw-shadow': 'none',
          } as CSSProperties
        }
      >
        <Story />
      </div>
    ),
  ],
};

/** In steps, where each step moves the focus to its heading. */
export const Steps: Story = {
  args: { layout: 'steps' },
};

/**
 * The server sends the texts of a language; a page that bundles the package may include the texts shown before that.
 */
export const English: Story = {
  args: { texts: en },
};

export const EnglishSteps: Story = {
  args: { texts: en, layout: 'steps', theme: 'dark' },
};

export const SpanishOfMexico: Story = {
  args: { texts: esMX },
};

export const SpanishOfSpain: Story = {
  args: { texts: esES },
};

export const Narrow: Story = {
  decorators: [
    (Story) => (
      <div style={{ maxInlineSize: 360 }}>
        <Story />
      </div>
    ),
  ],
};

export const Loading: Story = { beforeEach: answering(never) };

export const Unavailable: Story = {
  args: { fallback: <a href="#hosted">Regístrese en nuestra página</a> },
  beforeEach: answering(answer({ message: 'Caído' }, 503)),
};

export const SwitchedOff: Story = { beforeEach: answering(answer({}, 404)) };

/** A form configured in the back office: fewer questions, custom texts, colour and theme. */
export const Tailored: Story = {
  beforeEach: answering(
    answer({
      form: {
        ...sampleDefinition,
        title: 'Anúnciese con nosotros',
        intro: 'Díganos quién es y le llamamos hoy.',
        submit_label: 'Quiero anunciarme',
        hidden: [
          'trade_name',
          'website',
          'locality',
          'address',
          'contact.job',
          'investment_band',
          'has_agency',
        ],
        primary_color: '#b3004b',
      },
    }),
  ),
};
