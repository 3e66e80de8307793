import type { Document } from '@pauta/domain/document/document.ts';
import { frozenReason } from '@pauta/domain/document/frozen.ts';
import { isEmpty } from '@pauta/domain/kinds/kind.ts';
import { linesOf } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { type ComponentType, type ReactElement, type ReactNode, useMemo } from 'react';
import { Banner } from '../../controls/banner.tsx';
import { type Labels, useLabels } from '../../data/use-label.ts';
import { ResourceDetail, type ResourceDetailProps } from '../../detail/resource-detail.tsx';
import { headerSections, placedFields } from '../total-fields.ts';
import { BesideLines } from './beside-lines.tsx';
import { LifecycleSteps } from './lifecycle-steps.tsx';
import { LinesView, type LinesViewProps } from './lines-view.tsx';

export interface DocumentRecordProps extends ResourceDetailProps {
  /** Shown below each line, by the name of the lines. */
  readonly lineNotes?: LinesViewProps['notes'];
  /** Replaces the tables of the lines in the body, with their totals. */
  readonly linesView?: ComponentType<{ readonly record: AnyRecord }>;
}

/**
 * The page of a document: the page of a record with its states at the top, its lines and totals among its data, and a
 * tab for each kind of lines with mode `beside`.
 *
 * @example <DocumentRecord id={id} resource={quotes} />
 */
export function DocumentRecord({
  tabs = [],
  sections,
  above,
  lineNotes,
  linesView: OwnLines,
  ...detail
}: DocumentRecordProps): ReactElement {
  const document = detail.resource as Document;
  const labels = useLabels();
  const beside = useMemo(
    () => linesOf(document).filter(({ mode, within }) => mode === 'beside' && within === undefined),
    [document],
  );
  const lines = useMemo(
    () => ({
      fields: placedFields(document),
      content: (record: AnyRecord) =>
        OwnLines ? (
          <OwnLines record={record} />
        ) : (
          <LinesView document={document} notes={lineNotes} record={record} />
        ),
    }),
    [document, lineNotes, OwnLines],
  );
  return (
    <ResourceDetail
      description={(record) => numberLine(document, record, labels)}
      {...detail}
      above={(record) => (
        <>
          <LifecycleSteps record={record} resource={document} />
          <FrozenNotice document={document} record={record} />
          {above?.(record)}
        </>
      )}
      after={lines}
      sections={headerSections(document, sections)}
      tabs={[
        ...beside.map((kind) => ({
          id: kind.name,
          label: kind.of().label.many,
          content: (record: AnyRecord) => <BesideLines document={document} kind={kind} record={record} />,
        })),
        ...tabs,
      ]}
    />
  );
}

/** The number of a document below its title, unless the definition has a headline or the title is the number. */
function numberLine(
  { number, title, headline, fields }: Document,
  record: AnyRecord,
  labels: Labels,
): ReactNode {
  const field = number && fields[number.field];
  if (!field || number.field === title || headline || isEmpty(record[number.field])) return undefined;
  return `${labels.label(field)}: ${String(record[number.field])}`;
}

/** Informs that the document is frozen, and which of its fields can still be changed. */
function FrozenNotice({ document, record }: { document: Document; record: AnyRecord }): ReactElement | null {
  const labels = useLabels();
  const reason = frozenReason(document, record);
  if (reason === null) return null;
  const except = (document.freeze?.except ?? []).flatMap((path) => {
    const [name = '', field] = path.split('.');
    const own = document.fields[name];
    // A read-only one is changed by other documents, such as what was collected, and not by the user.
    if (field === undefined) return own && !own.options.readOnly ? [labels.label(own)] : [];
    const lines = linesOf(document)
      .find((kind) => kind.name === name)
      ?.of();
    return lines?.fields[field]
      ? [`${labels.label(lines.fields[field])} de ${lines.label.many.toLocaleLowerCase('es')}`]
      : [];
  });
  return (
    <Banner tone="neutral">
      {reason}
      {except.length > 0 && ` Todavía puede cambiar: ${except.join(', ')}.`}
    </Banner>
  );
}
