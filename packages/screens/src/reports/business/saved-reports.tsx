import { useApi, useApiQuery, useInvalidate } from '@pauta/core/react';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { reportNamed } from '@pauta/domain/reports/reports.ts';
import { type SavedReport, schedules } from '@pauta/domain/reports/saved-report.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { ConfirmDialog } from '@pauta/ui/controls/confirm-dialog.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { IconButton } from '@pauta/ui/controls/icon-button.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { Link } from '@pauta/ui/router.ts';
import { Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';
import { reportsPath } from './reports-path.ts';
import { SavedReportDialog } from './saved-report-dialog.tsx';

const List = styled.ul`
  margin: 0;
  padding: 0;
  list-style: none;
  & > li { display: flex; align-items: center; gap: var(--pauta-space-2); padding-block: var(--pauta-space-2); }
  & > li + li { border-block-start: 1px solid var(--pauta-color-border); }
  & > li > div { flex: 1; min-inline-size: 0; overflow-wrap: anywhere; }
  & small { display: block; color: var(--pauta-color-text-muted); }
  & a { display: inline-block; min-block-size: 1.5rem; }
`;

const detailsOf = ({ report, every, next_on, role, is_mine, owner }: SavedReport): string =>
  [
    reportNamed(report)?.label ?? report,
    is_mine ? null : `de ${owner.label}`,
    role ? `compartido con ${role.label}` : null,
    next_on === null
      ? null
      : `${schedules[every].toLocaleLowerCase('es')} por correo, próximo ${formatCivilDate(next_on)}`,
  ]
    .filter((part) => part !== null)
    .join(' · ');

/** The saved reports of the user, and those shared with a role of theirs. */
export function SavedReports(): ReactElement | null {
  const api = useApi();
  const invalidate = useInvalidate();
  const { data, error, mutate } = useApiQuery<{ readonly data: readonly SavedReport[] }>('/saved-reports');
  const archived = useApiQuery<{ readonly data: readonly SavedReport[] }>('/saved-reports', {
    query: { archived: 'true' },
  });
  const [changed, setChanged] = useState<SavedReport>();
  const [removed, setRemoved] = useState<SavedReport>();
  const [isRemoving, setIsRemoving] = useState(false);
  const restore = async ({ id, row_version }: SavedReport): Promise<void> => {
    try {
      await api.post(`/saved-reports/${id}/restore`, {}, { ifMatch: row_version });
      notify('Informe guardado restaurado');
      await invalidate('/saved-reports').catch(() => {});
    } catch (failure) {
      notify(describeFailure(failure).message, { tone: 'danger' });
    }
  };
  const remove = async (saved: SavedReport): Promise<void> => {
    setIsRemoving(true);
    try {
      await api.delete(`/saved-reports/${saved.id}`, { ifMatch: saved.row_version });
      notify('Informe guardado eliminado', {
        // Deleting counts the version up by one.
        action: {
          label: 'Deshacer',
          run: () => void restore({ ...saved, row_version: saved.row_version + 1 }),
        },
      });
      await invalidate('/saved-reports').catch(() => {});
    } catch (failure) {
      notify(describeFailure(failure).message, { tone: 'danger' });
    } finally {
      setIsRemoving(false);
      setRemoved(undefined);
    }
  };
  if (error) return <FailureBanner error={error} onRetry={() => void mutate()} />;
  const saved = data?.data ?? [];
  const deleted = archived.data?.data ?? [];
  if (saved.length === 0 && deleted.length === 0) return null;
  return (
    <Card title="Guardados">
      <List>
        {saved.map((one) => (
          <li key={one.id}>
            <div>
              <Link to={`${reportsPath}/${one.report}?${one.params}`}>{one.name}</Link>
              <small>{detailsOf(one)}</small>
            </div>
            {one.is_mine && (
              <>
                <IconButton
                  icon={<Pencil aria-hidden size={16} />}
                  label={`Cambiar ${one.name}`}
                  onClick={() => setChanged(one)}
                />
                <IconButton
                  icon={<Trash2 aria-hidden size={16} />}
                  label={`Eliminar ${one.name}`}
                  onClick={() => setRemoved(one)}
                />
              </>
            )}
          </li>
        ))}
      </List>
      {deleted.length > 0 && (
        <details>
          <summary>
            {deleted.length === 1 ? '1 eliminado' : `${formatCount(deleted.length)} eliminados`}
          </summary>
          <List aria-label="Eliminados">
            {deleted.map((one) => (
              <li key={one.id}>
                <div>
                  {one.name}
                  <small>{reportNamed(one.report)?.label ?? one.report}</small>
                </div>
                <IconButton
                  icon={<RotateCcw aria-hidden size={16} />}
                  label={`Restaurar ${one.name}`}
                  onClick={() => void restore(one)}
                />
              </li>
            ))}
          </List>
        </details>
      )}
      {changed && (
        <SavedReportDialog name={changed.name} onClose={() => setChanged(undefined)} saving={changed} />
      )}
      {removed && (
        <ConfirmDialog
          confirm="Eliminar"
          loading={isRemoving}
          onCancel={() => setRemoved(undefined)}
          onConfirm={() => void remove(removed)}
          open
          title={`Eliminar «${removed.name}»`}
          tone="danger"
        >
          Deja de verse{removed.every === 'never' ? '' : ' y de enviarse por correo'}. Los datos no cambian.
        </ConfirmDialog>
      )}
    </Card>
  );
}
