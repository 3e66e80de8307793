import { useApiQuery } from '@pauta/core/react';
import type { Catalogue } from '@pauta/domain/catalogues/catalogue.ts';
import { weekdayNames } from '@pauta/domain/catalogues/choices.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { minutesBetween, minutesOf } from '@pauta/domain/kinds/time.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { Select } from '@pauta/ui/controls/select.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { Link } from '@pauta/ui/router.ts';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';
import { cssColorOf } from './catalogue-cells.tsx';

const Week = styled.div`
  display: grid;
  grid-template-columns: 2.5rem repeat(7, minmax(4rem, 1fr));
  overflow-x: auto;
  font-size: var(--pauta-text-xs);
  & > [data-day], & > [data-hours] { position: relative; block-size: 40rem; border-inline-start: 1px solid var(--pauta-color-border); }
  & > [data-hours] { border: 0; color: var(--pauta-color-text-muted); font-variant-numeric: tabular-nums; }
  & > [data-hours] > span { position: absolute; inset-block-start: calc(var(--at) * 100%); translate: 0 -50%; }
  & > strong { padding: var(--pauta-space-1); color: var(--pauta-color-text-muted); font-weight: var(--pauta-weight-medium); text-align: center; }
  & a {
    position: absolute;
    inset-inline: 1px;
    inset-block-start: calc(var(--from) * 100%);
    block-size: calc(var(--length) * 100% - 1px);
    min-block-size: 24px;
    overflow: hidden;
    padding: 1px 4px;
    border-inline-start: 3px solid var(--paint);
    border-radius: var(--pauta-radius-sm);
    background: var(--pauta-color-surface-sunken);
    color: var(--pauta-color-text);
    text-decoration: none;
  }
  & a:hover, & a:focus-visible { background: var(--pauta-color-hover); text-decoration: underline; }
`;

interface Block {
  readonly record: AnyRecord;
  readonly day: number;
  /** Fractions of the day, 0 to 1. */
  readonly from: number;
  readonly length: number;
}

/** A weekly time range as blocks per day, split at midnight: 22:00–02:00 on Sunday ends on Monday at 02:00. */
export function blocksOf(record: AnyRecord): readonly Block[] {
  const [starts, ends] = [String(record.starts), String(record.ends)];
  const opens = minutesOf(starts);
  const length = minutesBetween(starts, ends);
  const today = Math.min(length, 1440 - opens);
  return ((record.days ?? []) as readonly string[]).flatMap((text) => {
    const day = Number(text);
    const first: Block = { record, day, from: opens / 1440, length: today / 1440 };
    const rest = length - today;
    return rest > 0 ? [first, { record, day: (day % 7) + 1, from: 0, length: rest / 1440 }] : [first];
  });
}

const at = (values: Readonly<Record<string, number | string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`--${name}`, String(value)]));

/** The weekly time ranges of one platform or program as a chart; the list below has the same data as text. */
export function WeekChart({ catalogue }: { readonly catalogue: Catalogue }): ReactElement | null {
  const group = 'platform_id' in catalogue.fields ? 'platform_id' : 'program_id';
  const [chosen, setChosen] = useState<string>();
  const { data } = useApiQuery<{ data: readonly AnyRecord[] }>(`/${catalogue.path}`, {
    query: { limit: 100, 'f.is_active': 'true', [`f.${group}`]: '!-', sort: 'starts' },
  });
  const windows = (data?.data ?? []).filter((one) => one.is_rotating !== true);
  const groups = new Map(
    windows.map((one) => [(one[group] as Reference).id, (one[group] as Reference).label]),
  );
  const id = chosen !== undefined && groups.has(chosen) ? chosen : [...groups.keys()][0];
  if (id === undefined) return null;
  const blocks = windows.filter((one) => (one[group] as Reference).id === id).flatMap(blocksOf);
  return (
    <Card
      actions={
        <Select
          clearable={false}
          hideLabel
          label={group === 'platform_id' ? 'Plataforma' : 'Programa'}
          onChange={setChosen}
          options={[...groups].map(([value, label]) => ({ value, label }))}
          value={id}
        />
      }
      title="La semana"
    >
      <Week aria-label="Semana" role="group" tabIndex={0}>
        <span />
        {Object.values(weekdayNames).map((name) => (
          <strong key={name}>{name.slice(0, 3)}</strong>
        ))}
        <div aria-hidden data-hours>
          {[3, 6, 9, 12, 15, 18, 21].map((hour) => (
            <span key={hour} style={at({ at: hour / 24 })}>
              {String(hour).padStart(2, '0')}:00
            </span>
          ))}
        </div>
        {Object.keys(weekdayNames).map((day) => (
          <div data-day key={day}>
            {blocks
              .filter((block) => block.day === Number(day))
              .map(({ record, from, length }) => (
                <Link
                  key={`${record.id} ${from}`}
                  style={at({
                    from,
                    length,
                    paint: cssColorOf(record.color ?? (record.is_prime === true ? 'amber' : 'blue')),
                  })}
                  to={paths.record(catalogue, record.id)}
                >
                  {String(record.name)}
                </Link>
              ))}
          </div>
        ))}
      </Week>
    </Card>
  );
}
