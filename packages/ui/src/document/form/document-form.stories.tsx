import type { Document, Line } from '@pauta/domain/document/document.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { bookings, bookingTables } from '@pauta/domain/testing/made-up/bookings.ts';
import { proposals } from '@pauta/domain/testing/made-up/proposals.ts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement, ReactNode } from 'react';
import { bookingRecord, lineId, proposalRecord } from '../../testing/document-fixtures.ts';
import { StoryHost } from '../../testing/story-host.tsx';
import { DocumentForm } from './document-form.tsx';

const meta = {
  title: 'Pantallas/Documento',
  component: DocumentForm,
  tags: ['every-width'],
  decorators: [
    (Form) => (
      <>
        {/* A sticky bar covers some of the fields, and axe checks each field where it is, so the bar is not sticky here. */}
        <style>{`[data-bar='sticky'] { position: static !important; }`}</style>
        <Form />
      </>
    ),
  ],
} satisfies Meta<typeof DocumentForm>;

export default meta;
type Story = StoryObj;

const proposal = proposalRecord(3);
const tables = () => bookingTables;

const host = (
  children: ReactNode,
  records: readonly AnyRecord[],
  resource: Document = proposals as Document,
): ReactElement => (
  <StoryHost records={records} resource={resource}>
    {children}
  </StoryHost>
);

/** Clicks the save button once it is rendered. */
const save = async ({ canvasElement }: { canvasElement: HTMLElement }): Promise<void> => {
  const button = await found(() => canvasElement.querySelector<HTMLElement>('button[type="submit"]'));
  button.click();
  await found(() => document.querySelector('[aria-invalid="true"], dialog[open], [role="dialog"]'));
};

/** Sets the text of an input and fires its events. */
const type = async (root: HTMLElement, name: string, text: string): Promise<void> => {
  const box = await found(() => root.querySelector<HTMLInputElement>(`[data-field="${name}"] input`));
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, text);
  box.dispatchEvent(new Event('input', { bubbles: true }));
};

const found = async <T,>(look: () => T | null): Promise<T> => {
  for (;;) {
    const it = look();
    if (it !== null) return it;
    await new Promise((next) => requestAnimationFrame(next));
  }
};

export const New: Story = { name: 'Nuevo', render: () => host(<DocumentForm resource={proposals} />, []) };

export const Edit: Story = {
  name: 'Con tres renglones',
  render: () => host(<DocumentForm record={proposal} resource={proposals} />, [proposal]),
};

export const Nested: Story = {
  name: 'Con líneas anidadas',
  render: () =>
    host(
      <DocumentForm record={bookingRecord()} resource={bookings} useTables={tables} />,
      [bookingRecord()],
      bookings as Document,
    ),
};

export const Refused: Story = {
  name: 'Con errores',
  render: () => (
    <StoryHost
      always={{
        status: 422,
        body: {
          message: 'Hay datos por corregir.',
          errors: {
            [`lines.${lineId(0)}.quantity`]: ['Solo quedan 4 espacios en esa franja.'],
            [`lines.${lineId(1)}`]: [
              'Luis Gómez quitó este renglón el 09/03/2026, 10:30 a. m. Agréguelo de nuevo si hace falta.',
            ],
            [`lines.${lineId(2)}.price`]: ['El precio no llega al piso de la tarifa.'],
          },
        },
      }}
      resource={proposals}
    >
      <DocumentForm record={proposal} resource={proposals} />
    </StoryHost>
  ),
  play: async (context) => {
    await type(context.canvasElement, `lines.${lineId(0)}.quantity`, '8');
    await save(context);
  },
};

/** The version that Luis saved meanwhile. */
const theirs: AnyRecord = {
  ...proposal,
  row_version: 2,
  lines: linesIn(proposal, 'lines').map(
    (line, index): Line => (index === 0 ? { ...line, quantity: '3.00' } : line),
  ),
};

export const Conflict: Story = {
  name: 'Otra persona lo modificó',
  tags: ['!every-width', 'desktop', 'phone'],
  render: () => (
    <StoryHost
      always={{
        status: 412,
        body: {
          message: 'Luis Gómez cambió este registro.',
          current: theirs,
          changes: [
            {
              at: '2026-03-09T14:30:00.000Z',
              by: 'Luis Gómez',
              fields: [],
              lines: { lines: { [lineId(0)]: ['quantity', 'net'], [lineId(1)]: ['note'] } },
            },
          ],
        },
      }}
      resource={proposals}
    >
      <DocumentForm record={proposal} resource={proposals} />
    </StoryHost>
  ),
  play: async (context) => {
    await type(context.canvasElement, `lines.${lineId(0)}.quantity`, '8');
    await save(context);
  },
};

const issued = proposalRecord(3, { status: 'issued' });

export const Frozen: Story = {
  name: 'Ya no se modifica',
  render: () => host(<DocumentForm record={issued} resource={proposals} />, [issued]),
};

const long = proposalRecord(200);

export const Long: Story = {
  name: 'Doscientos renglones',
  tags: ['!every-width', 'desktop'],
  render: () => host(<DocumentForm record={long} resource={proposals} />, [long]),
};
