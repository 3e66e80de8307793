import type { Document } from '@pauta/domain/document/document.ts';
import { frozenReason, isExcepted, isFrozen } from '@pauta/domain/document/frozen.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { token as t } from '@pauta/layout/theme';
import {
  type ComponentType,
  type ReactElement,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { useWatch } from 'react-hook-form';
import { styled } from 'styled-components';
import { Banner } from '../../controls/banner.tsx';
import { Card } from '../../controls/card.tsx';
import { useMay } from '../../data/may.ts';
import { sameInput } from '../../field-components/input-values.ts';
import { type Input, neighbours } from '../../field-components/inputs.tsx';
import type { Begun } from '../../form/create/begun.ts';
import { ResourceForm, type ResourceFormProps } from '../../form/resource-form.tsx';
import { headerSections } from '../total-fields.ts';
import { TotalsList } from '../totals-list.tsx';
import type { Follow } from './follow.ts';
import type { LineActionProps } from './line-actions.ts';
import type { LineNoteProps } from './line-row.tsx';
import { createLinesStore, type LinesKind, type LinesStore } from './lines-store.ts';
import { LinesTable } from './lines-table.tsx';

export interface DocumentFormProps extends ResourceFormProps {
  /**
   * A hook that returns the data that totals look up besides the document, for these values of its header and these
   * lines. Must return the same object until the data changes.
   */
  readonly useTables?: (values: Values, lines: DocumentLines) => unknown;
  /** Custom inputs, by the name of the lines and the field. */
  readonly lineInputs?: Readonly<Record<string, Readonly<Record<string, Input>>>>;
  /** Inputs of a line that follow from a changed one, by the name of the lines. */
  readonly follows?: Readonly<Record<string, Follow>>;
  /** Shown below the inputs of each line, by the name of the lines. */
  readonly lineNotes?: Readonly<Record<string, ComponentType<LineNoteProps>>>;
  /** Further ways to add lines, beside the button that adds one, by the name of the lines. */
  readonly lineActions?: Readonly<Record<string, ComponentType<LineActionProps>>>;
  /**
   * Replaces the table of lines and the totals below it, by the name of the lines: another way to edit the same store.
   */
  readonly linesEditors?: Readonly<Record<string, ComponentType<LinesEditorProps>>>;
  /** Shown below the totals. */
  readonly summary?: ComponentType<SummaryProps>;
  /** Shown beside the lines, below them on a narrow page, with the document as it is typed. */
  readonly aside?: ComponentType<{ readonly values: Values }>;
  /** Lines that are added when the form opens. */
  readonly begunLines?: Begun['lines'];
}

/** Props of what edits lines instead of their table. */
export interface LinesEditorProps {
  readonly store: LinesStore;
  readonly kind: LinesKind;
  /** The stored document; absent for a new one. */
  readonly record: Values | undefined;
  /** The header as it is entered. */
  readonly values: Values;
  /** Whether lines may be added, removed and changed. */
  readonly isOpen: boolean;
}

/** The lines of a document in its form, for a hook that looks up data for them. */
export type DocumentLines = Pick<LinesStore, 'subscribe' | 'lines'>;

/** Props of what is shown below the totals. */
export interface SummaryProps {
  /**
   * The document: its header as stored and entered, the totals, and the lines with their calculated values. Null while
   * totals cannot be calculated here.
   */
  readonly values: Values | null;
  /** The data that totals look up. */
  readonly tables: unknown;
}

const Beside = styled.div`
  display: grid;
  gap: ${t('space-4')};
  & > [data-lines-of-form] { display: flex; flex-direction: column; gap: ${t('space-4')}; min-inline-size: 0; }
  & > [data-aside] { min-inline-size: 0; }
  @media (min-width: 1024px) {
    grid-template-columns: minmax(0, 8fr) minmax(0, 5fr);
    align-items: start;
    & > [data-aside] {
      position: sticky;
      inset-block-start: calc(var(--pauta-bar-height) + ${t('space-3')});
      max-block-size: calc(100dvh - var(--pauta-bar-height) - ${t('space-7')} - 4rem);
      overflow-y: auto;
    }
  }
`;

const noTables = (): undefined => undefined;
const noLineInputs: Readonly<Record<string, Readonly<Record<string, Input>>>> = {};
const noInputs: Readonly<Record<string, Input>> = {};

/**
 * The form of a document: that of its header, and a table for each kind of lines in its body, with totals that are
 * updated while the user types. Lines are saved, merged and stored as a draft together with the header.
 *
 * @example <DocumentForm resource={quotes} record={quote} onSaved={(saved) => navigate(paths.record(quotes, saved.id))} />
 */
export function DocumentForm({
  useTables,
  lineInputs,
  follows,
  lineNotes,
  lineActions,
  linesEditors,
  summary,
  aside,
  begunLines,
  ...form
}: DocumentFormProps): ReactElement {
  const document = form.resource as Document;
  const [store] = useState(() => createLinesStore(document, follows, begunLines));
  const sections = useMemo(() => headerSections(document, form.sections), [document, form.sections]);
  const frozen = frozenReason(document, form.record);
  return (
    <ResourceForm
      {...form}
      above={
        <>
          {frozen !== null && (
            <Banner tone="warning">{frozen} Solo cambia lo que aquí puede escribirse.</Banner>
          )}
          {form.above}
        </>
      }
      below={
        <>
          <DocumentLines
            aside={aside}
            document={document}
            lineInputs={lineInputs}
            lineActions={lineActions}
            lineNotes={lineNotes}
            linesEditors={linesEditors}
            record={form.record}
            store={store}
            summary={summary}
            useTables={useTables}
          />
          {form.below}
        </>
      }
      part={store}
      sections={sections}
    />
  );
}

/** Returns the same object until one of its values changes. */
function useStable(values: Values): Values {
  const [kept, setKept] = useState(values);
  if (kept !== values && !sameInput(kept, values)) {
    setKept(values);
    return values;
  }
  return kept;
}

/** Names of the header fields that inputs and cells of lines read. */
const sharedNames = ({ kinds }: LinesStore): readonly string[] => [
  ...new Set(
    kinds.flatMap(({ resource: { fields } }) =>
      Object.values(fields).flatMap((field) => neighbours(field).filter((name) => !(name in fields))),
    ),
  ),
];

function DocumentLines({
  document,
  store,
  record,
  useTables = noTables,
  lineInputs = noLineInputs,
  lineNotes,
  lineActions,
  linesEditors,
  summary,
  aside: Aside,
}: Pick<DocumentFormProps, 'record' | 'useTables' | 'lineNotes' | 'lineActions' | 'summary'> & {
  readonly linesEditors: DocumentFormProps['linesEditors'] | undefined;
  readonly aside: DocumentFormProps['aside'] | undefined;
  readonly lineInputs: DocumentFormProps['lineInputs'];
  readonly document: Document;
  readonly store: LinesStore;
}): ReactElement {
  const may = useMay(document);
  const values = useWatch() as Values;
  const tables = useTables(values, store);
  useEffect(() => store.setHeader(values, tables), [store, values, tables]);
  const names = useMemo(() => sharedNames(store), [store]);
  const header = useStable(
    Object.fromEntries(names.map((name) => [name, name in values ? values[name] : record?.[name]])),
  );
  const frozen = isFrozen(document, record);
  const isWritten = useMemo(
    () => (kind: LinesKind, name: string) => {
      const field = kind.fields[name];
      return (
        field !== undefined && may.write(field) && (!frozen || isExcepted(document, `${kind.name}.${name}`))
      );
    },
    [document, frozen, may],
  );
  const outer = store.kinds.filter(({ parent }) => parent === undefined);
  const tablesOfLines = (
    <>
      {outer.map((kind) => {
        const Editor = linesEditors?.[kind.name];
        return (
          <Card key={kind.name} title={kind.resource.label.many}>
            {Editor ? (
              <Editor isOpen={!frozen} kind={kind} record={record} store={store} values={values} />
            ) : (
              <LinesTable
                header={header}
                inputs={lineInputs[kind.name] ?? noInputs}
                isOpen={!frozen}
                isWritten={isWritten}
                kind={kind}
                actions={lineActions?.[kind.name]}
                documentId={record?.id ?? null}
                note={lineNotes?.[kind.name]}
                values={values}
                store={store}
              />
            )}
            {kind === outer.at(-1) && !Editor && (
              <LiveTotals
                document={document}
                header={values}
                record={record}
                store={store}
                summary={summary}
              />
            )}
          </Card>
        );
      })}
    </>
  );
  if (!Aside) return tablesOfLines;
  return (
    <Beside>
      <div data-lines-of-form>{tablesOfLines}</div>
      <div data-aside>
        <LiveAside component={Aside} header={values} record={record} store={store} />
      </div>
    </Beside>
  );
}

/** What an area shows beside the lines; it depends on every line. */
function LiveAside({
  component: Aside,
  store,
  record,
  header,
}: {
  readonly component: NonNullable<DocumentFormProps['aside']>;
  readonly store: LinesStore;
  readonly record: Values | undefined;
  readonly header: Values;
}): ReactElement {
  const version = useSyncExternalStore(store.subscribe, store.version);
  const values = useMemo(
    () => ({ ...record, ...header, ...store.values() }),
    // The lines change with the version of the store.
    [store, record, header, version],
  );
  return <Aside values={values} />;
}

/** The totals of the current input. */
function LiveTotals({
  document,
  store,
  record,
  header,
  summary: Summary,
}: Pick<DocumentFormProps, 'summary'> & {
  readonly document: Document;
  readonly store: LinesStore;
  readonly record: Values | undefined;
  readonly header: Values;
}): ReactElement | null {
  const totals = useSyncExternalStore(store.subscribe, store.totals);
  const values = useMemo(() => totals && { ...record, ...header, ...totals }, [record, header, totals]);
  return (
    <>
      <TotalsList document={document} values={values} />
      {Summary && <LiveSummary component={Summary} store={store} values={values} />}
    </>
  );
}

/** What an area shows below the totals; it depends on every line. */
function LiveSummary({
  component: Summary,
  store,
  values,
}: {
  readonly component: ComponentType<SummaryProps>;
  readonly store: LinesStore;
  readonly values: Values | null;
}): ReactElement {
  const version = useSyncExternalStore(store.subscribe, store.version);
  const body = useMemo(
    () => values && { ...values, ...store.values() },
    // The lines change with the version of the store.
    [store, values, version],
  );
  return <Summary tables={store.tables()} values={body} />;
}
