import { useApi } from '@pauta/core/react';
import { companyDay, companyTimeFormat, companyToday } from '@pauta/domain/calendar/company-clock.ts';
import type { ChoiceOptions } from '@pauta/domain/kinds/choice.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import {
  type DateRange,
  type DateRangeOptions,
  periodEnds,
  periodStatusOf,
} from '@pauta/domain/kinds/date-range.ts';
import type { StoredFile } from '@pauta/domain/kinds/file.ts';
import type { JsonOptions } from '@pauta/domain/kinds/json.ts';
import { type Field, formatField, isEmpty, type KindName } from '@pauta/domain/kinds/kind.ts';
import type { Reference, ReferenceOptions } from '@pauta/domain/kinds/reference.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { agree } from '@pauta/domain/text/label.ts';
import { type ComponentType, lazy, type ReactElement, type ReactNode, Suspense } from 'react';
import { formatBytes } from '../controls/file-size.ts';
import { notify } from '../controls/toast.ts';
import { describeFailure } from '../data/failure.ts';
import { paths } from '../data/paths.ts';
import { Link } from '../router.ts';

/** Props of a cell, which displays a value. Its container must have `badgeStyle`. */
export interface CellProps {
  readonly field: Field;
  readonly value: unknown;
  /** The whole record, for kinds whose format depends on other fields. */
  readonly record?: Values;
  /** In a list, one line without links; on the record's page, the whole value. */
  readonly place: 'list' | 'detail';
}

export type Cell = ComponentType<CellProps>;

/** Shown for an empty value. */
export const Nothing = (): ReactElement => <span data-nothing>—</span>;

const whole = ({ field, value, record }: CellProps): string => formatField(field, value, record);

function PlainCell(props: CellProps): ReactNode {
  return isEmpty(props.value) ? <Nothing /> : whole(props);
}

function ChoiceCell(props: CellProps): ReactNode {
  if (isEmpty(props.value)) return <Nothing />;
  const { choices } = props.field.options as ChoiceOptions;
  const tone = choices.find((choice) => choice.value === props.value)?.tone;
  return tone ? (
    <span data-badge data-tone={tone}>
      {whole(props)}
    </span>
  ) : (
    whole(props)
  );
}

const hourOf = companyTimeFormat({ hour: 'numeric', minute: '2-digit' });

/** An instant; in a list whose rows have two lines the time is below the date. */
function MomentCell(props: CellProps): ReactNode {
  if (isEmpty(props.value) || props.place !== 'list') return PlainCell(props);
  const moment = String(props.value);
  return (
    <>
      {formatCivilDate(companyDay(moment))}
      <span data-comma>, </span>
      <small data-hour>{hourOf(moment)}</small>
    </>
  );
}

const standingWords = {
  upcoming: ['Por empezar', 'info'],
  current: ['Vigente', 'success'],
  ended: ['Venció', 'danger'],
} as const;

const expiring = (days: number): string =>
  days === 0 ? 'Vence hoy' : days === 1 ? 'Vence mañana' : `Vence en ${days} días`;

/** A period; for a validity, also its current status. In a list whose rows have two lines it is on both. */
function PeriodCell(props: CellProps): ReactNode {
  const range = props.value as DateRange | null | undefined;
  const { expiry } = props.field.options as DateRangeOptions;
  if (range && !expiry && props.place === 'list') {
    const [first, last] = periodEnds(range);
    return (
      <>
        {first} {last !== undefined && <span data-last>{last}</span>}
      </>
    );
  }
  if (!range || !expiry) return PlainCell(props);
  const last = expiry === true ? range.to : (props.record?.[expiry] as string | null | undefined);
  const standing = periodStatusOf(range, companyToday(), last);
  const [words, tone] =
    standing.state === 'expiring' ? [expiring(standing.days), 'warning'] : standingWords[standing.state];
  return (
    <span data-badges>
      <span data-badge data-tone={tone}>
        {words}
      </span>{' '}
      {whole(props)}
    </span>
  );
}

function YesNoCell(props: CellProps): ReactElement {
  if (isEmpty(props.value)) return <Nothing />;
  return props.value === true ? <>Sí</> : <span data-nothing>No</span>;
}

/** Marks a reference to a record that is no longer offered. */
function Inactive({ field, reference }: { field: Field; reference: Reference }): ReactElement | null {
  if (!reference.inactive) return null;
  return <span data-nothing> ({agree((field.options as ReferenceOptions).to().label, 'inactivo')})</span>;
}

/** The name of a record and, on the page of a record, a link to it if the user may open it. */
function Referred({
  field,
  place,
  reference,
}: Pick<CellProps, 'field' | 'place'> & { reference: Reference }) {
  const { to } = field.options as ReferenceOptions;
  if (reference.hidden) return <span data-nothing>{reference.label}</span>;
  return (
    <>
      {place === 'list' ? (
        reference.label
      ) : (
        <Link to={paths.record(to(), reference.id)}>{reference.label}</Link>
      )}
      <Inactive field={field} reference={reference} />
    </>
  );
}

function ReferenceCell({ value, place, field }: CellProps): ReactElement {
  const reference = value as Reference | null | undefined;
  return reference ? <Referred field={field} place={place} reference={reference} /> : <Nothing />;
}

function ReferencesCell({ value, place, field }: CellProps): ReactElement {
  const references = (value ?? []) as readonly Reference[];
  if (references.length === 0) return <Nothing />;
  if (place === 'list') return <>{references.map((one) => one.label).join(', ')}</>;
  return (
    <>
      {references.map((one, index) => (
        <span key={one.id}>
          {index > 0 && ', '}
          <Referred field={field} place={place} reference={one} />
        </span>
      ))}
    </>
  );
}

function TagsCell({ value }: CellProps): ReactElement {
  const tags = (value ?? []) as readonly string[];
  if (tags.length === 0) return <Nothing />;
  return (
    <span data-badges>
      {tags.map((tag) => (
        <span data-badge key={tag}>
          {tag}
        </span>
      ))}
    </span>
  );
}

/** @param encode escapes the value for use in an address */
const address = (scheme: string, encode: (value: string) => string = String) =>
  function AddressCell(props: CellProps): ReactElement {
    if (isEmpty(props.value)) return <Nothing />;
    if (props.place === 'list') return <>{whole(props)}</>;
    return <a href={`${scheme}${encode(String(props.value))}`}>{whole(props)}</a>;
  };

function UrlCell(props: CellProps): ReactElement {
  if (isEmpty(props.value)) return <Nothing />;
  if (props.place === 'list') return <>{whole(props)}</>;
  return (
    <a href={String(props.value)} rel="noreferrer" target="_blank">
      {whole(props)}
    </a>
  );
}

function FileCell({ value, place }: CellProps): ReactElement {
  const api = useApi();
  const file = value as StoredFile | null | undefined;
  if (!file) return <Nothing />;
  if (place === 'list') return <>{file.name}</>;
  const download = async (): Promise<void> => {
    try {
      const url = URL.createObjectURL(await (await api.raw('GET', `/files/${file.id}`)).blob());
      const link = Object.assign(document.createElement('a'), { href: url, download: file.name });
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    } catch (error) {
      notify(describeFailure(error).message, { tone: 'danger' });
    }
  };
  return (
    <button data-link onClick={() => void download()} type="button">
      {file.name}
      {file.bytes > 0 && ` (${formatBytes(file.bytes)})`}
    </button>
  );
}

const PhonesCell = lazy(async () => ({ default: (await import('./phones/phones-cell.tsx')).PhonesCell }));

function RowsCell(props: CellProps): ReactNode {
  if (isEmpty(props.value)) return <Nothing />;
  if (props.place === 'list') return whole(props);
  if ((props.field.options as Partial<JsonOptions>).face === 'phones') {
    return (
      <Suspense fallback={whole(props)}>
        <PhonesCell {...props} />
      </Suspense>
    );
  }
  return (
    <span data-rows>
      {(props.value as readonly unknown[]).map((row, index) => (
        <span key={index} style={{ display: 'block' }}>
          {whole({ ...props, value: [row] })}
        </span>
      ))}
    </span>
  );
}

/** The cell of each kind. Separate from the inputs, so that a list does not load them. */
export const cells: Readonly<Record<KindName, Cell>> = {
  text: PlainCell,
  longText: PlainCell,
  integer: PlainCell,
  decimal: PlainCell,
  percent: PlainCell,
  money: PlainCell,
  yesNo: YesNoCell,
  date: PlainCell,
  dateTime: MomentCell,
  dateRange: PeriodCell,
  time: PlainCell,
  choice: ChoiceCell,
  choices: PlainCell,
  reference: ReferenceCell,
  references: ReferencesCell,
  email: address('mailto:', (value) => value.split('@').map(encodeURIComponent).join('@')),
  phone: address('tel:'),
  url: UrlCell,
  taxId: PlainCell,
  tags: TagsCell,
  file: FileCell,
  location: PlainCell,
  json: RowsCell,
};
