import { createIdempotencyKey } from '@pauta/core';
import { useApi, useApiQuery } from '@pauta/core/react';
import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { placements } from '@pauta/domain/postsales/quotas/placement.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { DownloadButton } from '@pauta/ui/export/download-button.tsx';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';

/** `GET /api/placements/daily-log` */
export interface DailyLogAnswer {
  readonly rows: number;
  readonly without_material: number;
  /** Since the last issue. */
  readonly changes: number;
  readonly issues: readonly { readonly number: number; readonly rows: number; readonly created_at: string }[];
}

const Issues = styled.ul`
  display: grid;
  gap: var(--pauta-space-2);
  margin: var(--pauta-space-3) 0;
  padding: 0;
  list-style: none;
  & > li { display: flex; flex-wrap: wrap; align-items: center; gap: var(--pauta-space-2) var(--pauta-space-3); padding: var(--pauta-space-2) var(--pauta-space-3); border: 1px solid var(--pauta-color-border); border-radius: var(--pauta-radius-md); }
  & > li > span { flex: 1 1 12rem; min-inline-size: 0; }
  & small { display: block; color: var(--pauta-color-text-muted); }
`;

const spots = (count: number): string => (count === 1 ? '1 anuncio' : `${formatCount(count)} anuncios`);

const summaryOf = ({ rows, without_material, changes, issues }: DailyLogAnswer): string => {
  if (rows === 0) return 'Ese día no tiene nada en sus cortes. Coloque algo y emita la guía después.';
  const state =
    issues.length === 0
      ? 'La guía aún no se ha emitido.'
      : changes === 0
        ? 'La última emisión está al día.'
        : `${changes === 1 ? '1 cambio' : `${formatCount(changes)} cambios`} desde la última emisión: emítala otra vez.`;
  const missing = without_material > 0 ? ` ${spots(without_material)} sin código de material.` : '';
  return `${spots(rows)} en los cortes. ${state}${missing}`;
};

/** The daily log of a station: its issues as files and printed, and a new one. */
export function DailyLogDialog({
  station,
  day,
  onClose,
}: {
  readonly station: Reference;
  readonly day: string;
  readonly onClose: () => void;
}): ReactElement {
  const api = useApi();
  const may = useMay(placements);
  const [isBusy, setBusy] = useState(false);
  const query = `station=${station.id}&day=${day}`;
  const answer = useApiQuery<{ readonly data: DailyLogAnswer }>(`/placements/daily-log?${query}`);
  const data = answer.data?.data;
  const mayIssue = may.permission('placements.move');
  const maySave = may.permission(placements.permissions.export ?? '');
  const saveReason = maySave.allowed ? undefined : maySave.reason;
  const issue = async (): Promise<void> => {
    setBusy(true);
    try {
      const { data: made } = await api.post<{ data: { number: number; is_new: boolean } }>(
        '/placements/daily-log',
        { station: station.id, day },
        { idempotencyKey: createIdempotencyKey() },
      );
      notify(
        made.is_new
          ? `Guía emitida con el número ${made.number}`
          : `Nada cambió desde la emisión ${made.number}`,
        { tone: 'success' },
      );
      await answer.mutate();
    } catch (error) {
      notify(describeFailure(error).message, { tone: 'danger' });
    } finally {
      setBusy(false);
    }
  };
  const file = (format: string, number: number, more = ''): string =>
    `/placements/daily-log.${format}?${query}&issue=${number}${more}`;
  return (
    <Dialog
      onClose={onClose}
      open
      title={`Guía comercial: ${station.label}, ${formatCivilDate(day)}`}
      width={44}
    >
      {answer.error && <FailureBanner error={answer.error} onRetry={() => void answer.mutate()} />}
      {!data ? (
        !answer.error && <Skeleton lines={4} />
      ) : (
        <>
          <Banner tone={data.changes > 0 && data.issues.length > 0 ? 'warning' : 'info'}>
            {summaryOf(data)}
          </Banner>
          {data.issues.length > 0 && (
            <Issues>
              {data.issues.map(({ number, rows, created_at }, index) => (
                <li key={number}>
                  <span>
                    {`Emisión ${number}`}
                    <small>{`${formatInstant(created_at)} · ${spots(rows)}`}</small>
                  </span>
                  {(['pdf', 'csv', 'txt'] as const).map((format) => (
                    <DownloadButton
                      disabledReason={saveReason}
                      key={format}
                      name={`guia-${day}-${number}.${format}`}
                      path={file(format, number)}
                      size="small"
                    >
                      {`${format.toUpperCase()} ${number}`}
                    </DownloadButton>
                  ))}
                  {index < data.issues.length - 1 && (
                    <DownloadButton
                      disabledReason={saveReason}
                      name={`guia-${day}-${number}-cambios.pdf`}
                      path={file('pdf', number, '&changes=1')}
                      size="small"
                    >
                      {`Solo cambios ${number}`}
                    </DownloadButton>
                  )}
                </li>
              ))}
            </Issues>
          )}
          <Button
            disabledReason={mayIssue.allowed ? undefined : mayIssue.reason}
            loading={isBusy}
            onClick={() => void issue()}
            tone="primary"
          >
            Emitir guía
          </Button>
        </>
      )}
    </Dialog>
  );
}
