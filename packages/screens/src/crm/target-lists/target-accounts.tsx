import { targetListMembers } from '@pauta/domain/crm/target-lists/target-list-member.ts';
import type { Command } from '@pauta/domain/resource/command.ts';
import { commandsFrom } from '@pauta/domain/resource/command.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import type { MenuAction } from '@pauta/ui/controls/menu.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { RelatedList } from '@pauta/ui/screens/related-list.tsx';
import { lazy, type ReactElement, Suspense, useState } from 'react';

const CommandDialog = lazy(async () => ({
  default: (await import('@pauta/ui/command/command-dialog.tsx')).CommandDialog,
}));

interface Running {
  readonly account: AnyRecord;
  readonly name: string;
  readonly command: Command;
}

/** The command that makes an opportunity of an account begins with what is known of it. */
const initialOf = ({ account, name }: Running): AnyRecord =>
  name === 'open_opportunity'
    ? { ...account, name: account.account_name, expected_amount: account.estimated_amount }
    : account;

/** The fields of the commands are prefilled with the account's own values. */
const asked = Object.values(targetListMembers.commands)
  .flatMap(({ fields = {} }) => Object.keys(fields))
  .filter((name) => name in targetListMembers.fields);

/** The accounts of a list, best first, each with its possible commands in a menu. */
export function TargetAccounts({ list }: { list: AnyRecord }): ReactElement {
  const may = useMay(targetListMembers);
  const [running, setRunning] = useState<Running | null>(null);
  const stepsOf = (account: AnyRecord): MenuAction[] =>
    commandsFrom(targetListMembers, String(account.state)).map(([name, command]) => {
      const verdict = may.command(account, command);
      return {
        id: name,
        label: command.label,
        ...(command.tone === 'danger' && { tone: 'danger' as const }),
        disabledReason: !verdict.allowed
          ? verdict.reason
          : list.status === 'active'
            ? undefined
            : 'La lista no está activa: actívela para trabajar sus cuentas.',
        onAction: () => setRunning({ account, name, command }),
      };
    });
  return (
    <>
      <RelatedList
        actions={
          <LinkButton to={paths.filtered(targetListMembers, { target_list_id: list.id })}>
            Filtrar, importar o cambiar varias
          </LinkButton>
        }
        by="target_list_id"
        empty="Agregue clientes desde un filtro, desde la lista de clientes, de un archivo, o uno por uno."
        of={list}
        needs={asked}
        pages
        resource={targetListMembers}
        rowActions={stepsOf}
        title="name"
      />
      {running && (
        <Suspense>
          <CommandDialog
            fields={running.command.fields}
            initial={initialOf(running)}
            name={running.name}
            onClose={() => setRunning(null)}
            onDone={() => setRunning(null)}
            record={running.account}
            resource={targetListMembers}
            title={String(running.account.account_name)}
            command={running.command}
          />
        </Suspense>
      )}
    </>
  );
}
