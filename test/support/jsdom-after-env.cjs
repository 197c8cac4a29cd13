// A busy machine is slow, not wrong: what a test waits for may take longer than the library's one second.
require('@testing-library/react').configure({ asyncUtilTimeout: 15_000 });
