import { createServer, type Server, type Socket } from 'node:net';

/** A mail as a mail server received it. */
export interface ReceivedMail {
  from: string;
  to: string;
  /** Received headers and body, with quoted-printable decoded. */
  text: string;
}

export interface TestSmtpServer {
  url: string;
  received: ReceivedMail[];
  /** The server's response to each recipient, for example `451 Busy`; by default it accepts all. */
  answer: (to: string) => string;
  close(): Promise<void>;
}

const decoded = (text: string): string =>
  Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

const serve = (server: TestSmtpServer, socket: Socket): void => {
  let buffer = '';
  let mail: ReceivedMail | undefined;
  let inData = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  const command = (line: string): void => {
    const verb = line.slice(0, 4).toUpperCase();
    const address = /<([^>]*)>/.exec(line)?.[1] ?? '';
    if (verb === 'EHLO' || verb === 'HELO') say('250 correo.test');
    else if (verb === 'MAIL') {
      mail = { from: address, to: '', text: '' };
      say('250 OK');
    } else if (verb === 'RCPT' && mail) {
      mail.to = address;
      say(server.answer(address));
    } else if (verb === 'DATA') {
      inData = true;
      say('354 Go on');
    } else if (verb === 'QUIT') {
      say('221 Bye');
      socket.end();
    } else say('250 OK');
  };
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    buffer += chunk.toString('latin1');
    for (;;) {
      const end = buffer.indexOf(inData ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const part = buffer.slice(0, end);
      buffer = buffer.slice(end + (inData ? 5 : 2));
      if (!inData) command(part);
      else {
        inData = false;
        if (mail) server.received.push({ ...mail, text: decoded(part) });
        say('250 Taken');
      }
    }
  });
  say('220 correo.test ESMTP');
};

/** A mail server for one test, without encryption, on a free port of this machine. */
export const startSmtpServer = async (): Promise<TestSmtpServer> => {
  const sockets = new Set<Socket>();
  const state: TestSmtpServer = {
    url: '',
    received: [],
    answer: () => '250 OK',
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        listener.close(() => resolve());
      }),
  };
  const listener: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serve(state, socket);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  state.url = `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return state;
};
