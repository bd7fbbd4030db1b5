"""The lab: what researchers do with tasks and episodes, in rooms by subject.

`running` plays many tasks, `judging` says which were solved, `failures` why the others were not,
`proposing` writes new tasks, `search` looks ahead before it acts, `figures` draws tables,
`viewer` shows episodes and `sharing` writes both for slides, papers and other people. `baselines`
answers without a browser, by a web search; `exercises` checks what readers of the notebooks wrote.
A room imports the method and, sparingly, other rooms; the method imports none.
"""
