timeout.*soon
