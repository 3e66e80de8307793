import { ApiError } from '@pauta/core';
import { useApi } from '@pauta/core/react';
import type { Fields } from '@pauta/domain/kinds/kind.ts';
import { type Command, isStateChange, type Reason } from '@pauta/domain/resource/command.ts';
import { toBody } from '@pauta/domain/resource/record.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import { token as t } from '@pauta/layout/theme';
import { type ReactElement, type ReactNode, useEffect, useLayoutEffect, useMemo } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { styled } from 'styled-components';
import { Banner } from '../controls/banner.tsx';
import { Button } from '../controls/button.tsx';
import { ChangeList } from '../controls/change-list.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { describeFailure } from '../data/failure.ts';
import { useLabels } from '../data/use-label.ts';
import { checkAll, refused } from '../form/check.ts';
import { Link } from '../router.ts';
import { changesOf } from './changes-of.ts';
import type { PlanDisplay } from './plan-display.ts';
import { useDryRun } from './use-dry-run.ts';

/** Time without input before the next dry run, in milliseconds. */
const pause = 400;
/** Timeout of a dry run, in milliseconds. */
const longest = 60_000;

const Root = styled.section`
  display: flex;
  flex-direction: column;
  gap: ${t('space-2')};
  min-inline-size: 0;
  & > h3 { margin: 0; font-size: ${t('text-md')}; font-weight: ${t('weight-medium')}; }
  & > p, & > [data-muted] { margin: 0; color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
  & > [data-result] { transition: opacity 150ms; }
  &[aria-busy='true'] > [data-result] { opacity: 0.55; }
  @media (prefers-reduced-motion: reduce) { & > [data-result] { transition: none; } }
`;

/** Whether the answer says that the command would be refused; other failures say nothing about the command. */
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && [403, 404, 409, 412, 422].includes(error.status);

const reasonsIn = ({ body, message }: ApiError): readonly Reason[] => {
  const { reasons } = (typeof body === 'object' && body !== null ? body : {}) as { reasons?: unknown };
  return Array.isArray(reasons) && reasons.length > 0 ? (reasons as readonly Reason[]) : [{ text: message }];
};

/**
 * Inside the form of a command: what the command would do with the current input, from its dry run. A refusal is shown
 * at its fields, or here. The form can be submitted at any time, unless it is refused for another reason than its input.
 */
export function CommandPreview({
  resource,
  record,
  name,
  command,
  fields,
  plan,
  onGo,
  onRefused,
}: {
  resource: Resource;
  record: AnyRecord;
  name: string;
  command: Command;
  fields: Fields;
  plan?: PlanDisplay | undefined;
  /** Opens another page. */
  onGo: (path: string) => void;
  /** Called when a refusal is shown here or disappears. */
  onRefused?: (refused: boolean) => void;
}): ReactElement | null {
  const api = useApi();
  const labels = useLabels();
  const form = useFormContext();
  const typed = useWatch();
  const { remarks } = command;
  const asked: Fields = useMemo(
    () => Object.fromEntries(Object.entries(fields).filter(([one]) => !remarks?.includes(one))),
    [fields, remarks],
  );
  const inputs = Object.fromEntries(Object.keys(asked).map((one) => [one, typed[one]]));
  const checked = checkAll(asked, inputs, undefined, []);
  const body = checked.ok ? JSON.stringify(toBody(asked, checked.values)) : null;
  const path = `/${resource.path}/${record.id}`;
  // The dry run of a state change answers the record, unless it is a plan.
  const isCompared = isStateChange(command) && command.preview !== 'plan';
  const { result, error, pending, again } = useDryRun(
    body,
    async (signal) => {
      // The given record may be a row of a list, which lacks fields.
      const before = isCompared
        ? api.get<{ data: AnyRecord }>(path, { signal }).then(({ data }) => data)
        : null;
      const sent: object = JSON.parse(body ?? '{}');
      const [{ data: after }, current] = await Promise.all([
        api.post<{ data: AnyRecord }>(`${path}/${command.path ?? name}/preview`, sent, {
          timeout: longest,
          signal,
        }),
        before,
      ]);
      return { after, before: current };
    },
    pause,
  );

  const refusal = isRefusal(error) ? error : null;
  const atFields = Object.entries(refusal?.errors ?? {}).filter(([one]) => fields[one]);
  const errorText = JSON.stringify(atFields);
  useEffect(() => {
    const messages = JSON.parse(errorText) as readonly [string, readonly string[]][];
    for (const [one, list] of messages) form.setError(one, { type: refused, message: list.join(' ') });
    return () => {
      for (const [one] of messages)
        if (form.getFieldState(one).error?.type === refused) form.clearErrors(one);
    };
  }, [errorText, form]);

  const others = Object.entries(refusal?.errors ?? {}).filter(([one]) => !fields[one]);
  const reasons: readonly Reason[] =
    others.length > 0
      ? others.map(([, list]) => ({ text: list.join(' ') }))
      : refusal && atFields.length === 0
        ? reasonsIn(refusal)
        : [];
  const isRefused = reasons.length > 0;
  // Before the paint, so that the command cannot be confirmed beside a refusal.
  useLayoutEffect(() => {
    onRefused?.(isRefused);
    return () => onRefused?.(false);
  }, [isRefused, onRefused]);

  const content = (): ReactNode => {
    if (refusal) {
      if (reasons.length === 0) return <p>Así no puede hacerse: revise los datos señalados.</p>;
      return (
        <Banner tone="warning">
          {reasons.map((reason) => (
            <Refusal key={reason.text} onGo={onGo} reason={reason} />
          ))}
        </Banner>
      );
    }
    if (error !== undefined) {
      const { message } = describeFailure(error);
      return (
        <Banner
          actions={
            <Button onClick={again} size="small">
              Reintentar
            </Button>
          }
          tone="neutral"
        >
          No se pudo calcular qué cambiará. {message}
        </Banner>
      );
    }
    if (body === null) return isShown && <p>Complete los datos para ver qué cambiará.</p>;
    if (!result) return isShown && <Skeleton label="Calculando qué cambiará…" lines={2} />;
    if (result.before === null) return plan && <div data-result>{plan.show(result.after, onGo)}</div>;
    const changes = changesOf(resource, result.before, result.after, labels);
    return changes.length === 0 ? (
      <p data-result>No cambia ningún dato de la ficha.</p>
    ) : (
      <div data-result>
        <ChangeList changes={changes} />
      </div>
    );
  };
  // Without a display of the plan, only a refusal is shown.
  const isShown = isCompared || plan !== undefined;
  return (
    <Root aria-busy={pending} aria-label="Qué cambiará" aria-live="polite">
      {isShown && <h3>Qué cambiará</h3>}
      {content()}
    </Root>
  );
}

function Refusal({
  reason: { text, fix, who },
  onGo,
}: {
  reason: Reason;
  onGo: (path: string) => void;
}): ReactElement {
  return (
    <p>
      {text}
      {who !== undefined && ` Puede ayudar ${who}.`}{' '}
      {fix && (
        <Link
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            onGo(fix.path);
          }}
          to={fix.path}
        >
          {fix.label}
        </Link>
      )}
    </p>
  );
}
