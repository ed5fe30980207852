process.stdout.write('messaging-emulator: not built yet\n');
