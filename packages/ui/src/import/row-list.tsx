import { useApi } from '@pauta/core/react';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { Badge } from '../controls/badge.tsx';
import { Banner } from '../controls/banner.tsx';
import { Button } from '../controls/button.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { describeFailure, type Failure } from '../data/failure.ts';
import { paths } from '../data/paths.ts';
import { useLabels } from '../data/use-label.ts';
import { Link } from '../router.ts';
import { RowCells } from './fix/row-cells.tsx';
import { type ImportJob, type ImportRow, type Outcome, type Verdict, verdictTexts } from './import-job.ts';
import { RowList } from './import-style.ts';
import type { Import } from './use-import.ts';

interface Page {
  readonly data: readonly ImportRow[];
  readonly next_cursor: string | null;
}

/** The rows of an import with the result of checking each, in pages. */
export function ImportRows({
  resource,
  job,
  verdict,
  outcome,
  group,
  flow,
}: {
  resource: Resource;
  job: ImportJob;
  verdict?: Verdict | undefined;
  outcome?: Outcome | undefined;
  /** Only rows with an error of this group. */
  group?: string | undefined;
  /** The import of the rows; if given, refused rows can be corrected. */
  flow?: Import | undefined;
}): ReactElement {
  const api = useApi();
  const labels = useLabels();
  const [rows, setRows] = useState<readonly ImportRow[]>();
  const [cursor, setCursor] = useState<string | null>(null);
  const [wanted, setWanted] = useState('0');
  const [failure, setFailure] = useState<Failure>();
  const [open, setOpen] = useState<number>();
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);

  useEffect(() => {
    const controller = new AbortController();
    const query = {
      cursor: wanted,
      limit: '50',
      ...(verdict && { verdict }),
      ...(outcome && { outcome }),
      ...(group && { group }),
    };
    setFailure(undefined);
    api
      .get<Page>(`/imports/${job.id}/rows`, { query, signal: controller.signal })
      .then((page) => {
        setRows((before) => (wanted === '0' ? page.data : [...(before ?? []), ...page.data]));
        setCursor(page.next_cursor);
      })
      .catch((error: unknown) => {
        if (!controller.signal.aborted) setFailure(describeFailure(error));
      });
    return () => controller.abort();
  }, [api, job.id, verdict, outcome, group, wanted]);

  /** Returns the focus to the row that was edited. */
  const close = (line: number): void => {
    setOpen(undefined);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-at="${line}"]`)?.focus());
  };
  const show = (next: ImportJob, row: ImportRow): void => {
    setRows((before) => before?.map((one) => (one.line === row.line ? row : one)));
    const what = row.verdict ? verdictTexts[row.verdict].one.toLocaleLowerCase('es') : '';
    setSaid(
      row.verdict === 'error'
        ? `La fila ${row.line} sigue con errores.`
        : `Fila ${row.line} corregida: ${what}.`,
    );
    close(row.line);
    flow?.take(next);
  };

  const nameOf = (name: string | null): string => {
    const field = name === null ? undefined : resource.fields[name];
    return field ? `${labels.label(field)}: ` : '';
  };
  if (failure) return <Banner tone="danger">{failure.message}</Banner>;
  if (!rows) return <Skeleton lines={6} />;
  if (rows.length === 0) return <p data-muted>No hay filas así.</p>;
  return (
    <>
      <RowList ref={list}>
        {rows.map((row) => {
          const verdictText = row.verdict && verdictTexts[row.verdict];
          const name = row.title || 'Sin nombre';
          return (
            <li data-at={row.line} key={row.line} tabIndex={-1}>
              <span data-line>Fila {row.line}</span>
              <span data-name>
                {row.record_id ? <Link to={paths.record(resource, row.record_id)}>{name}</Link> : name}
              </span>
              <span>{verdictText && <Badge tone={verdictText.tone}>{verdictText.one}</Badge>}</span>
              <ul>
                {row.errors.map(({ field, message }) => (
                  <li key={`${field} ${message}`}>
                    {nameOf(field)}
                    {message}
                  </li>
                ))}
                {row.duplicates.map(({ id, label, code, reason }) => (
                  <li key={`${id} ${reason}`}>
                    {id && label && (
                      <>
                        <Link to={paths.record(resource, id)}>{label}</Link>
                        {code ? ` (${code})` : ''} ·{' '}
                      </>
                    )}
                    {reason}
                  </li>
                ))}
                {row.changes.map(({ field, label, before, after }) => (
                  <li key={field}>
                    {label}: <del>{before}</del> → <ins>{after}</ins>
                  </li>
                ))}
              </ul>
              {flow && row.verdict === 'error' && open !== row.line && (
                <Button
                  aria-label={`Corregir la fila ${row.line}`}
                  onClick={() => setOpen(row.line)}
                  size="small"
                >
                  Corregir
                </Button>
              )}
              {flow && open === row.line && (
                <RowCells job={job} onClose={() => close(row.line)} onFixed={show} row={row} />
              )}
            </li>
          );
        })}
      </RowList>
      <p data-muted role="status">
        {said}
      </p>
      {cursor !== null && (
        <div data-row>
          <Button onClick={() => setWanted(cursor)}>Mostrar más filas</Button>
        </div>
      )}
    </>
  );
}
