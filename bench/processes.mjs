// Memory and processor time of the measured processes, read from `/proc`.
import { readdirSync, readFileSync } from 'node:fs';

/** Memory of a process in megabytes: its proportional set size (`Pss`). */
export function memoryOf(pid) {
  const sizes = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+)/m.exec(sizes)?.[1]) / 1024;
}

const all = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
        return [{ pid, parent: fields[1], ticks: Number(fields[11]) + Number(fields[12]) }];
      } catch {
        return [];
      }
    });

/** Process ids of the children of a process that run this program. */
export const childrenOf = (pid, program) =>
  all()
    .filter(({ parent }) => parent === String(pid))
    .map((child) => child.pid)
    .filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes(program));

/** Ticks of processor time that the database has used, of which there are a hundred in a second. */
const databaseTicks = (socket) => {
  const [main] = readFileSync(`${socket}/.s.PGSQL.5432.lock`, 'utf8').split('\n');
  return all()
    .filter(({ parent }) => parent === main)
    .reduce((sum, { ticks }) => sum + ticks, 0);
};

/** Milliseconds of processor time of the database for one request: other work on the machine does not count. */
export const databaseTime = async (socket, ask) => {
  const [times, before] = [10, databaseTicks(socket)];
  for (let time = 0; time < times; time += 1) await ask();
  return ((databaseTicks(socket) - before) * 10) / times;
};
