import type { OwingAccount } from '@pauta/domain/billing/collections/owing-account.ts';
import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { isZero } from '@pauta/domain/money/arithmetic.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { VisuallyHidden } from '@pauta/ui/controls/visually-hidden.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { DownloadButton } from '@pauta/ui/export/download-button.tsx';
import { Link } from '@pauta/ui/router.ts';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

const Scroll = styled.div`
  overflow-x: auto;
  & table { inline-size: 100%; border-collapse: collapse; font-size: var(--pauta-text-sm); }
  & th, & td { padding: var(--pauta-space-2); border-block-end: 1px solid var(--pauta-color-border); text-align: start; vertical-align: top; }
  & thead th { color: var(--pauta-color-text-muted); font-weight: var(--pauta-weight-medium); white-space: nowrap; }
  & tbody th { font-weight: var(--pauta-weight-medium); min-inline-size: 8rem; }
  & small { display: block; color: var(--pauta-color-text-muted); font-weight: 400; overflow-wrap: anywhere; }
  & [data-amount] { text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums; }
  & [data-amount] > div + div { margin-block-start: var(--pauta-space-1); }
  & [data-choice] { inline-size: 2rem; }
  & a { color: inherit; }
  & input { inline-size: 1.125rem; block-size: 1.125rem; accent-color: var(--pauta-color-accent); }
`;

const resourceOf = ({ of }: OwingAccount) => (of === 'agency' ? agencies : clients);

/** Identifies the account among clients and agencies. */
export const accountKey = ({ of, id }: OwingAccount): string => `${of}:${id}`;

/** Path of the account in the API. */
export const accountPath = (account: OwingAccount): string => `/${resourceOf(account).path}/${account.id}`;

/**
 * Accounts that owe something, with their balance by currency, whom their statement is mailed to, and their statement.
 *
 * @param chosen keys of the accounts to mail to; undefined for a user who does not collect
 */
export function StatementTable({
  accounts,
  chosen,
  onChoose,
}: {
  accounts: readonly OwingAccount[];
  chosen: ReadonlySet<string> | undefined;
  onChoose: (keys: ReadonlySet<string>) => void;
}): ReactElement {
  const reachable = accounts.filter(({ email }) => email !== null);
  const areAll = reachable.length > 0 && reachable.every((account) => chosen?.has(accountKey(account)));
  const toggle = (key: string): void => {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    onChoose(next);
  };
  return (
    <Scroll aria-label="Cuentas que deben algo" role="region" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {chosen && (
              <td data-choice>
                <input
                  aria-label="Elegir todas las cuentas"
                  checked={areAll}
                  disabled={reachable.length === 0}
                  onChange={() => onChoose(new Set(areAll ? [] : reachable.map(accountKey)))}
                  type="checkbox"
                />
              </td>
            )}
            <th scope="col">Cuenta</th>
            <th data-amount scope="col">
              Debe
            </th>
            <th data-amount scope="col">
              Vencido
            </th>
            <th scope="col">Último envío</th>
            <th scope="col">Documento</th>
          </tr>
        </thead>
        <tbody>
          {accounts.map((account) => (
            <tr key={accountKey(account)}>
              {chosen && (
                <td data-choice>
                  <input
                    aria-label={`Elegir ${account.name}`}
                    checked={account.email !== null && chosen.has(accountKey(account))}
                    disabled={account.email === null}
                    onChange={() => toggle(accountKey(account))}
                    type="checkbox"
                  />
                </td>
              )}
              <th scope="row">
                <Link to={paths.record(resourceOf(account), account.id)}>{account.name}</Link>
                <small>
                  {account.of === 'agency' ? 'Agencia' : 'Cliente'} ·{' '}
                  {account.email ?? 'Sin contacto con correo: agregue uno de facturación en Contactos'}
                </small>
              </th>
              <td data-amount>
                {account.balances.map(({ currency, total }) => (
                  <div key={currency}>{formatAmount({ currency, amount: total })}</div>
                ))}
              </td>
              <td data-amount>
                {account.balances.map(({ currency, overdue }) => (
                  <div key={currency}>
                    {isZero(overdue) ? '–' : formatAmount({ currency, amount: overdue })}
                  </div>
                ))}
              </td>
              <td>{account.sent_at === null ? '–' : formatInstant(account.sent_at)}</td>
              <td>
                <DownloadButton
                  name={`Estado de cuenta ${account.name}.pdf`}
                  path={`${accountPath(account)}/statement.pdf`}
                  size="small"
                >
                  PDF<VisuallyHidden> de {account.name}</VisuallyHidden>
                </DownloadButton>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
