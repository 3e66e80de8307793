import { useUser } from '@pauta/core/react';
import { companyToday, formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import { isEmpty } from '@pauta/domain/kinds/kind.ts';
import { isDocument } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import { theOne } from '@pauta/domain/text/label.ts';
import { token as t } from '@pauta/layout/theme';
import { Check } from 'lucide-react';
import { type ReactElement, useId } from 'react';
import { styled } from 'styled-components';
import { possibleCommands } from '../../command/possible-commands.ts';
import { useCommandReasons } from '../../command/use-command-reasons.ts';
import { useMay } from '../../data/may.ts';
import { useHistory } from '../../data/use-record.ts';
import { lifecycleSteps } from './lifecycle.ts';

const Root = styled.ol`
  display: flex;
  flex-wrap: wrap;
  gap: ${t('space-3')} 0;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    position: relative;
    display: grid;
    grid-template-columns: 20px minmax(0, 1fr);
    align-content: start;
    gap: 0 ${t('space-2')};
    flex: 1 1 9rem;
    min-inline-size: 0;
    max-inline-size: 18rem;
    padding-inline-end: ${t('space-4')};
  }
  & [data-mark] {
    grid-row: 1 / span 2;
    display: grid;
    place-items: center;
    inline-size: 20px;
    block-size: 20px;
    border: 2px solid ${t('color-border-strong')};
    border-radius: ${t('radius-full')};
    color: ${t('color-accent-contrast')};
  }
  & > [data-progress='past'] > [data-mark] { border-color: ${t('color-accent')}; background: ${t('color-accent')}; }
  & > [data-progress='present'] > [data-mark] { border-color: ${t('color-accent')}; }
  & > [data-progress='present'] > [data-mark]::after {
    content: '';
    inline-size: 8px;
    block-size: 8px;
    border-radius: ${t('radius-full')};
    background: ${t('color-accent')};
  }
  & > [data-progress='present'] > strong { color: ${t('color-accent-text')}; }
  & strong { font-weight: ${t('weight-medium')}; }
  & > :is([data-progress='next'], [data-progress='later']) > strong { color: ${t('color-text-muted')}; }
  & small { grid-column: 2; color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; overflow-wrap: anywhere; }
  @media (max-width: 40rem) { flex-direction: column; & > li { flex: none; max-inline-size: none; padding: 0; } }
  @media (forced-colors: active) { & [data-mark] { border-color: CanvasText; } }
`;

/** What prevents the next step; below all steps, because a step is too narrow for sentences. */
const Obstacles = styled.div`
  margin-block-start: ${t('space-3')};
  color: ${t('color-warning-text')};
  font-size: ${t('text-sm')};
  & > p { margin: 0; }
  & > ul { margin: ${t('space-1')} 0 0; padding-inline-start: ${t('space-4')}; max-inline-size: 75ch; }
`;

/** Whether this command assigns the number of the document. */
const takesNumber = (resource: Resource, record: AnyRecord, name: string): boolean =>
  isDocument(resource) &&
  resource.number !== undefined &&
  resource.number.at !== 'create' &&
  resource.number.at.command === name &&
  isEmpty(record[resource.number.field]);

/**
 * The states of a document as steps: the past ones with user and time, the current one, and the next one with the
 * reasons that prevent it. Renders nothing for a document without states.
 */
export function LifecycleSteps({
  resource,
  record,
}: {
  resource: Resource;
  record: AnyRecord;
}): ReactElement | null {
  const may = useMay(resource);
  const headingId = useId();
  const history = useHistory(resource, resource.state === undefined ? null : record.id);
  const further = useCommandReasons(resource, record);
  const userId = String(useUser()?.id ?? '');
  const steps = lifecycleSteps(resource, record, history.data?.data ?? []);
  if (steps.length < 2) return null;
  const possible = possibleCommands(
    resource,
    record,
    may,
    undefined,
    undefined,
    { today: companyToday(), userId },
    further,
  );
  const following = steps.find(({ command }) => command !== undefined)?.command;
  const next = possible.find(({ name }) => name === following);
  return (
    <div>
      <Root aria-label={`Etapas de ${theOne(resource.label)}`}>
        {steps.map(({ state, label, standing, at, by, command }) => (
          <li aria-current={standing === 'present' ? 'step' : undefined} data-progress={standing} key={state}>
            <span aria-hidden data-mark>
              {standing === 'past' && <Check size={13} strokeWidth={3} />}
            </span>
            <strong>{label}</strong>
            {at !== undefined && (
              <small>
                {by} · <time dateTime={at}>{formatInstant(at)}</time>
              </small>
            )}
            {next && command === next.name && (
              <small>
                Sigue: {next.command.label}
                {takesNumber(resource, record, next.name) && ', y recibe su número'}
              </small>
            )}
          </li>
        ))}
      </Root>
      {next && next.reasons.length > 0 && (
        <Obstacles>
          <p id={headingId}>Antes de «{next.command.label}»:</p>
          <ul aria-labelledby={headingId}>
            {next.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Obstacles>
      )}
    </div>
  );
}
