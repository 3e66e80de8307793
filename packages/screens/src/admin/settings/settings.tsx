import { ApiError, hasRole } from '@pauta/core';
import { useApi, usePermission, useUser } from '@pauta/core/react';
import { administratorsOnly, settingGroups, settings } from '@pauta/domain/admin/settings/setting.ts';
import { formatField } from '@pauta/domain/kinds/kind.ts';
import { fold } from '@pauta/domain/text/fold.ts';
import { SaveBar } from '@pauta/layout/bars';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { Checkbox } from '@pauta/ui/controls/checkbox.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { focusField } from '@pauta/ui/controls/focus.ts';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { SearchField } from '@pauta/ui/controls/search-field.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { ConflictPanel } from '@pauta/ui/form/conflict/conflict-panel.tsx';
import { useUnsaved } from '@pauta/ui/form/unsaved.tsx';
import { Link, useSearchParams } from '@pauta/ui/router.ts';
import { Download, SearchX } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';
import { type SettingConflict, saveFile, useSettingsData } from './data.ts';
import { SettingHistory } from './history.tsx';
import { SettingImport } from './import.tsx';
import { LeaveDemonstration } from './leave-demonstration.tsx';
import { SettingRow } from './row.tsx';
import { parameterLists } from './settings-path.ts';
import { inputOf, settingFields, useSettingDraft } from './use-setting-draft.ts';

const Layout = styled.div`
  display: grid;
  grid-template-columns: 13rem minmax(0, 1fr);
  gap: var(--pauta-space-5);
  align-items: start;
  & > nav { position: sticky; inset-block-start: var(--pauta-space-4); }
  & > nav ul { margin: 0; padding: 0; list-style: none; }
  & > nav button {
    inline-size: 100%;
    min-block-size: var(--pauta-control-height);
    padding: var(--pauta-space-1) var(--pauta-space-3);
    border: 0;
    border-radius: var(--pauta-radius-md);
    background: none;
    color: var(--pauta-color-text-muted);
    font: inherit;
    text-align: start;
    cursor: pointer;
  }
  & > nav button:hover { background: var(--pauta-color-hover); color: var(--pauta-color-text); }
  & > div { display: flex; flex-direction: column; gap: var(--pauta-space-4); min-inline-size: 0; }
  & [data-links] { columns: 16rem 2; margin: 0; padding: 0; list-style: none; }
  & [data-links] a { display: inline-flex; align-items: center; min-block-size: var(--pauta-control-height); }
  & [data-group] { scroll-margin-block-start: var(--pauta-space-4); }
  & [data-setting] { display: flex; gap: var(--pauta-space-3); padding-block: var(--pauta-space-3); border-block-end: 1px solid var(--pauta-color-border); }
  & [data-setting]:first-child { padding-block-start: 0; }
  & [data-setting]:last-child { padding-block-end: 0; border: 0; }
  & [data-setting][data-changed] { box-shadow: -3px 0 0 var(--pauta-color-warning); padding-inline-start: var(--pauta-space-3); }
  & [data-setting] > div:first-child { flex: 1; min-inline-size: 0; }
  & [data-setting] > [data-width='short'] > :first-child { max-inline-size: 14rem; }
  & [data-setting] > [data-width='medium'] > :first-child { max-inline-size: 24rem; }
  & [data-setting] > [data-width='wide'] > :first-child { max-inline-size: 34rem; }
  & [data-setting] > [data-actions] { flex: none; display: flex; align-items: flex-start; }
  & [data-note] { display: flex; flex-wrap: wrap; gap: var(--pauta-space-1) var(--pauta-space-3); margin: var(--pauta-space-1) 0 0; color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); overflow-wrap: anywhere; }
  @media (max-width: 60rem) {
    grid-template-columns: minmax(0, 1fr);
    & > nav { display: none; }
  }
`;

const listsTitle = 'Impuestos, cuentas y comprobantes';

const reason = 'Le falta el permiso «Cambiar la configuración general».';

/** Whether all words of the search occur in the name, key, group, help or saved value of the setting. */
const matches = (key: string, search: string, value: unknown): boolean => {
  const setting = settings[key];
  if (!setting) return false;
  const { group, field } = setting;
  const plain = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const text = fold(
    `${key} ${group} ${field.label} ${field.options.hint ?? ''} ${formatField(field, value)} ${plain}`,
  );
  return fold(search)
    .split(' ')
    .every((word) => text.includes(word));
};

/** Gestión › Configuración General: all settings of the system; a change takes effect immediately. */
export function GeneralSettings(): ReactElement {
  const api = useApi();
  const mayChange = usePermission('settings.update');
  const mayRead = usePermission('audit.view');
  const isAdministrator = hasRole(useUser(), 'admin');
  const data = useSettingsData();
  const details = data.loaded?.details;
  const draft = useSettingDraft(details);
  const [parameters, setParameters] = useSearchParams();
  const search = parameters.get('q') ?? '';
  const isOnlyChanged = parameters.get('changed') === 'true';
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [conflict, setConflict] = useState<SettingConflict | null>(null);
  const [history, setHistory] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  useUnsaved({
    label: () => 'Configuración General',
    isDirty: () => draft.changed.length > 0,
    discard: () => draft.drop(draft.changed),
  });

  const isFound = (key: string): boolean =>
    matches(key, search, details?.get(key)?.value) && (!isOnlyChanged || draft.differs(key));
  const filterBy = (name: 'q' | 'changed', value: string): void => {
    const next = new URLSearchParams(parameters);
    if (value) next.set(name, value);
    else next.delete(name);
    setParameters(next, { replace: true });
  };

  const send = async (
    values: Readonly<Record<string, unknown>>,
    version: string | number | null,
  ): Promise<void> => {
    setSaving(true);
    setFailure(null);
    try {
      await data.save(values, version);
      draft.drop(Object.keys(values));
      setErrors({});
      notify('Configuración guardada');
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) setConflict(error.body as SettingConflict);
      else if (error instanceof ApiError && error.status === 422 && Object.keys(error.errors).length > 0) {
        show(Object.fromEntries(Object.entries(error.errors).map(([key, list]) => [key, list.join(' ')])));
      } else setFailure(describeFailure(error).message);
    } finally {
      setSaving(false);
    }
  };
  const show = (found: Readonly<Record<string, string>>): void => {
    setErrors(found);
    const [first] = Object.keys(found);
    const isHidden = Object.keys(found).some((key) => !isFound(key));
    if (isHidden) setParameters({}, { replace: true });
    if (first) requestAnimationFrame(() => focusField(first));
  };
  const save = (): void => {
    const { values, errors: found } = draft.check();
    if (Object.keys(found).length > 0) show(found);
    else void send(values, data.loaded?.version ?? null);
  };

  const exportAll = async (): Promise<void> => {
    try {
      const file = await api.post<object>('/settings/export');
      saveFile('configuracion.json', `${JSON.stringify(file, null, 2)}\n`);
    } catch (error) {
      notify(describeFailure(error).message, { tone: 'danger' });
    }
  };

  const checkOne = (key: string): void => {
    const message = draft.check().errors[key];
    setErrors((before) => {
      const { [key]: _, ...others } = before;
      return message ? { ...others, [key]: message } : others;
    });
  };

  const groups = settingGroups
    .map((group) => ({
      group,
      keys: Object.keys(settings).filter((key) => settings[key]?.group === group && isFound(key)),
    }))
    .filter(({ keys }) => keys.length > 0);
  const links = isOnlyChanged ? [] : parameterLists.filter(({ label }) => fold(label).includes(fold(search)));
  const historyField = history === null ? undefined : settingFields[history];
  const locked = mayChange ? undefined : reason;

  return (
    <Page>
      <PageHeader
        actions={
          <>
            <Button
              disabledReason={locked}
              icon={<Download aria-hidden size={16} />}
              onClick={() => void exportAll()}
            >
              Exportar
            </Button>
            <SettingImport data={data} locked={locked} />
          </>
        }
        description="Valen para todas las personas y se aplican de inmediato."
        title="Configuración General"
      />
      {!mayChange && <Banner>{reason} Puede verla, no cambiarla.</Banner>}
      <LeaveDemonstration locked={isAdministrator ? undefined : 'Solo un administrador puede dejarla.'} />
      {data.failure !== null && <FailureBanner error={data.failure} onRetry={() => void data.reload()} />}
      {failure && (
        <Banner live tone="danger">
          {failure}
        </Banner>
      )}
      {details ? (
        <Layout>
          <nav aria-label="Grupos de la configuración">
            <ul>
              {[
                ...(links.length > 0 ? [{ group: listsTitle, size: links.length }] : []),
                ...groups.map(({ group, keys }) => ({ group, size: keys.length })),
              ].map(({ group, size }) => (
                <li key={group}>
                  <button
                    onClick={() =>
                      document.querySelector(`[data-group="${group}"]`)?.scrollIntoView({ block: 'start' })
                    }
                    type="button"
                  >
                    {group} ({size})
                  </button>
                </li>
              ))}
            </ul>
          </nav>
          <div>
            <SearchField
              label="Buscar en la configuración"
              onChange={(q) => filterBy('q', q)}
              value={search}
            />
            <Checkbox
              checked={isOnlyChanged}
              label="Solo las cambiadas"
              onChange={(checked) => filterBy('changed', checked ? 'true' : '')}
            />
            {groups.length === 0 && links.length === 0 && (
              <EmptyState
                actions={<Button onClick={() => setParameters({}, { replace: true })}>Ver todo</Button>}
                icon={<SearchX aria-hidden size={24} />}
                title={search ? 'Nada coincide' : 'Todo tiene su valor inicial'}
              >
                {search
                  ? `Ninguna configuración${isOnlyChanged ? ' cambiada' : ''} ni su valor dice «${search}».`
                  : 'Ninguna configuración se ha cambiado.'}
              </EmptyState>
            )}
            {links.length > 0 && (
              <div data-group={listsTitle}>
                <Card title={listsTitle}>
                  <ul data-links>
                    {links.map(({ href, label }) => (
                      <li key={href}>
                        <Link to={href}>{label}</Link>
                      </li>
                    ))}
                  </ul>
                </Card>
              </div>
            )}
            {groups.map(({ group, keys }) => (
              <div data-group={group} key={group}>
                <Card title={group}>
                  {keys.map((key) => {
                    const field = settingFields[key];
                    const isClosed = settings[key]?.isForAdministrators && !isAdministrator;
                    return (
                      field && (
                        <SettingRow
                          detail={details.get(key)}
                          error={errors[key]}
                          field={field}
                          scope={settings[key]?.scope ?? 'global'}
                          isChanged={draft.changed.includes(key)}
                          isDefault={draft.isDefault(key)}
                          key={key}
                          onBlur={() => checkOne(key)}
                          onChange={(value) => draft.set(key, value)}
                          onHistory={mayChange || mayRead ? () => setHistory(key) : undefined}
                          onReset={() => draft.set(key, inputOf(key, details.get(key)?.default))}
                          locked={isClosed ? administratorsOnly : undefined}
                          readOnly={!mayChange || isClosed === true}
                          settingKey={key}
                          value={draft.inputNow(key)}
                        />
                      )
                    );
                  })}
                </Card>
              </div>
            ))}
            <SaveBar
              count={draft.changed.length}
              onDiscard={() => {
                draft.drop(draft.changed);
                setErrors({});
              }}
              onSave={save}
              saving={saving}
            />
          </div>
        </Layout>
      ) : (
        data.failure === null && (
          <Card>
            <Skeleton lines={10} />
          </Card>
        )
      )}
      {history !== null && historyField && (
        <SettingHistory
          label={historyField.label}
          onClose={() => setHistory(null)}
          onUse={
            mayChange && (isAdministrator || !settings[history]?.isForAdministrators)
              ? (value) => {
                  draft.set(history, inputOf(history, value));
                  setHistory(null);
                }
              : undefined
          }
          settingKey={history}
        />
      )}
      {conflict && (
        <ConflictPanel
          changes={conflict.changed.map(({ key, ...change }) => ({ ...change, fields: [key] }))}
          conflicts={conflict.changed.map(({ key }) => ({
            name: key,
            base: details?.get(key)?.value,
            mine: draft.check().values[key] ?? details?.get(key)?.default,
            theirs: conflict.settings[key],
          }))}
          fields={settingFields}
          onCancel={() => {
            setConflict(null);
            void data.reload();
          }}
          onResolve={(sides) => {
            const theirs = Object.keys(sides).filter((key) => sides[key] === 'theirs');
            const { values } = draft.check();
            const mine = Object.fromEntries(Object.entries(values).filter(([key]) => !theirs.includes(key)));
            setConflict(null);
            draft.drop(theirs);
            if (Object.keys(mine).length > 0) void send(mine, conflict.version);
            else void data.reload();
          }}
          record={{}}
          taken={[]}
          what="la configuración"
        />
      )}
    </Page>
  );
}
