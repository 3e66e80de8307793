import { useApiQuery } from '@pauta/core/react';
import { dateTimeKind } from '@pauta/domain/kinds/date.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import type { SettingChange } from './data.ts';

const List = styled.ol`
  margin: 0;
  padding: 0;
  list-style: none;
  & > li { display: flex; flex-wrap: wrap; align-items: center; gap: var(--pauta-space-2); padding-block: var(--pauta-space-3); border-block-end: 1px solid var(--pauta-color-border); }
  & > li > div { flex: 1 1 14rem; min-inline-size: 0; overflow-wrap: anywhere; }
  & small { display: block; color: var(--pauta-color-text-muted); }
  & del { color: var(--pauta-color-text-muted); }
  & ins { text-decoration: none; font-weight: var(--pauta-weight-medium); }
`;

/** Every value of a setting, the latest first; an earlier one can be copied into the form. */
export function SettingHistory({
  settingKey,
  label,
  onUse,
  onClose,
}: {
  settingKey: string;
  label: string;
  /** Absent for users who may only read. */
  onUse?: ((value: unknown) => void) | undefined;
  onClose: () => void;
}): ReactElement {
  const answer = useApiQuery<{ readonly data: readonly SettingChange[] }>(`/settings/${settingKey}/history`);
  const changes = answer.data?.data;
  return (
    <Dialog onClose={onClose} open title={`Historial de «${label}»`}>
      {answer.error && <FailureBanner error={answer.error} onRetry={() => void answer.mutate()} />}
      {!changes && !answer.error && <Skeleton lines={4} />}
      {changes?.length === 0 && <p>Nunca se ha cambiado: tiene su valor inicial.</p>}
      <List>
        {changes?.map((change) => (
          <li key={change.id}>
            <div>
              <del>{change.before_text}</del> → <ins>{change.after_text}</ins>
              <small>
                {change.by} · <time dateTime={change.at}>{dateTimeKind.format(change.at, {})}</time>
              </small>
            </div>
            {onUse && (
              <Button onClick={() => onUse(change.before)} size="small">
                Volver al anterior
              </Button>
            )}
          </li>
        ))}
      </List>
    </Dialog>
  );
}
