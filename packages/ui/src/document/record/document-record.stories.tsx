import type { Document } from '@pauta/domain/document/document.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { bookings } from '@pauta/domain/testing/made-up/bookings.ts';
import { proposals } from '@pauta/domain/testing/made-up/proposals.ts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { bookingRecord, proposalRecord } from '../../testing/document-fixtures.ts';
import { StoryHost } from '../../testing/story-host.tsx';
import { DocumentRecord } from './document-record.tsx';

const meta = {
  title: 'Pantallas/Ficha de un documento',
  component: DocumentRecord,
  tags: ['every-width'],
} satisfies Meta<typeof DocumentRecord>;

export default meta;
type Story = StoryObj;

const show = (record: AnyRecord, resource: Document): ReactElement => (
  <StoryHost records={[record]} resource={resource}>
    <DocumentRecord id={record.id} resource={resource} />
  </StoryHost>
);

export const Draft: Story = {
  name: 'Borrador',
  render: () => show(proposalRecord(3), proposals as Document),
};

export const Issued: Story = {
  name: 'Ya no se modifica',
  render: () => show(proposalRecord(4, { status: 'issued' }), proposals as Document),
};

export const Nested: Story = {
  name: 'Con líneas anidadas',
  render: () => show(bookingRecord(), bookings as Document),
};
