import { expect, test } from 'vitest';
import { contracts } from '../sales/contracts/contract.ts';
import { commandsFrom, offeredCommands, userCommands } from './command.ts';

const names = (commands: readonly [string, unknown][]): string[] => commands.map(([name]) => name);

test('a command that requires what no form asks for is not offered, although users run it', () => {
  const ofOneSigner = ['share_signing', 'sign_in_person', 'record_signature'];
  expect(names(userCommands(contracts))).toEqual(expect.arrayContaining(ofOneSigner));
  const offered = names(offeredCommands(contracts));
  expect(offered.filter((name) => ofOneSigner.includes(name))).toEqual([]);
  expect(offered).toEqual(expect.arrayContaining(['submit', 'sign', 'remind_signing']));
  expect(names(commandsFrom(contracts, 'pending_signature'))).toEqual([
    'return',
    'remind_signing',
    'sign',
    'cancel',
  ]);
});
