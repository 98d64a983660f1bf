// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// js-server.js PORT: each line of a connection is MESSAGE, a tab, FILE. Compiles the
// file as `node --check` does and answers 0 if it says MESSAGE, nothing if that is
// empty; else 1. Starting Node for each test would take 40 ms.
const fs = require('fs');
const readline = require('readline');
const vm = require('vm');

function said(file) {
  try {
    const text = fs.readFileSync(file, 'utf8');
    if (/^\s*(import|export)\b/m.test(text))
      new vm.SourceTextModule(text, { context: vm.createContext({}) });
    else
      vm.compileFunction(text);
    return '';
  } catch (error) {
    return error.message;
  }
}

require('net').createServer((socket) => {
  socket.on('error', () => {});
  readline.createInterface({ input: socket }).on('line', (line) => {
    const [message, file] = line.split('\t');
    socket.write(said(file) === message ? '0\n' : '1\n');
  });
}).listen(Number(process.argv[2]), '127.0.0.1');
